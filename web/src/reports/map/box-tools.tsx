import { Button, Group, NumberInput, Popover, Stack } from '@mantine/core';
import type { Box } from '@survey/contract';
import { IconCrop, IconFocus2, IconKeyboard, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { t } from '../../text/text.ts';

interface BoxToolsProps {
  box: Box | undefined;
  isDrawing: boolean;
  onDraw: (isDrawing: boolean) => void;
  /** The bounds of the map; undefined without a map. */
  view: () => Box | undefined;
  onBox: (box: Box | undefined) => void;
}

const decimals = 6;

const borders = [
  ['minLng', 'West', 180],
  ['minLat', 'South', 90],
  ['maxLng', 'East', 180],
  ['maxLat', 'North', 90],
] as const;

/** Fields for the coordinates, as an alternative to drawing. */
const BoxFields = ({ box, onBox }: { box: Box | undefined; onBox: (box: Box) => void }) => {
  const [values, setValues] = useState<Partial<Box>>(box ?? {});
  const { minLng, minLat, maxLng, maxLat } = values;
  const isWhole =
    minLng !== undefined && minLat !== undefined && maxLng !== undefined && maxLat !== undefined;
  const isRight = isWhole && minLng <= maxLng && minLat <= maxLat;
  const labels = { West: t('West'), South: t('South'), East: t('East'), North: t('North') };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (isRight) onBox({ minLng, minLat, maxLng, maxLat });
      }}
    >
      <Stack gap="xs">
        <Group gap="xs" grow>
          {borders.slice(0, 2).map(([name, label, most]) => (
            <NumberInput
              key={name}
              size="xs"
              label={labels[label]}
              min={-most}
              max={most}
              decimalScale={decimals}
              hideControls
              value={values[name] ?? ''}
              onChange={(value) =>
                setValues({ ...values, [name]: value === '' ? undefined : Number(value) })
              }
            />
          ))}
        </Group>
        <Group gap="xs" grow>
          {borders.slice(2).map(([name, label, most]) => (
            <NumberInput
              key={name}
              size="xs"
              label={labels[label]}
              min={-most}
              max={most}
              decimalScale={decimals}
              hideControls
              value={values[name] ?? ''}
              error={isWhole && !isRight ? t('must not be below the first') : null}
              onChange={(value) =>
                setValues({ ...values, [name]: value === '' ? undefined : Number(value) })
              }
            />
          ))}
        </Group>
        <Button type="submit" size="xs" disabled={!isRight}>
          {t('Filter by these borders')}
        </Button>
      </Stack>
    </form>
  );
};

/** The box filter: drawn on the map, taken from the view, or typed. */
export const BoxTools = ({ box, isDrawing, onDraw, view, onBox }: BoxToolsProps) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant={isDrawing ? 'filled' : 'default'}
        size="xs"
        aria-pressed={isDrawing}
        leftSection={<IconCrop size={14} aria-hidden />}
        onClick={() => onDraw(!isDrawing)}
      >
        {t('Draw a box')}
      </Button>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconFocus2 size={14} aria-hidden />}
        onClick={() => {
          const seen = view();
          if (seen) onBox(seen);
        }}
      >
        {t('Filter by this view')}
      </Button>
      <Popover opened={isOpen} onChange={setOpen} trapFocus width={300} position="bottom-start">
        <Popover.Target>
          <Button
            variant="default"
            size="xs"
            aria-expanded={isOpen}
            leftSection={<IconKeyboard size={14} aria-hidden />}
            onClick={() => setOpen(!isOpen)}
          >
            {t('Enter coordinates')}
          </Button>
        </Popover.Target>
        <Popover.Dropdown aria-label={t('Borders in degrees')}>
          <BoxFields
            key={JSON.stringify(box)}
            box={box ?? view()}
            onBox={(typed) => {
              setOpen(false);
              onBox(typed);
            }}
          />
        </Popover.Dropdown>
      </Popover>
      {box ? (
        <Button
          variant="subtle"
          size="xs"
          leftSection={<IconX size={14} aria-hidden />}
          onClick={() => onBox(undefined)}
        >
          {t('Remove the box')}
        </Button>
      ) : null}
    </>
  );
};
