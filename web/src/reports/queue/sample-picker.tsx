import { Button, Group, NativeSelect, NumberInput, Stack, Text, TextInput } from '@mantine/core';
import { type ReviewSample, writeDay } from '@survey/contract';
import { useState } from 'react';
import { useMay } from '../../api/capabilities.ts';
import { t } from '../../text/text.ts';
import { DateRange } from '../../ui/date-range.tsx';
import { reasonText } from '../../ui/error-text.ts';
import { formatNumber } from '../../ui/format.ts';
import { Panel } from '../../ui/panel.tsx';
import { daysAgoIn, todayIn, useTimeZone } from '../../ui/time-zone.ts';
import { toast } from '../../ui/toasts.ts';
import { useDrawSample, useSamples } from './queue.api.ts';

interface SamplePickerProps {
  chosen: number | undefined;
  onChoose: (id: number | undefined) => void;
}

const sampleText = (sample: ReviewSample): string =>
  t('{percent} % of {from} to {to}: {reviewed} of {reports} reviewed, {sent_back} sent back', {
    percent: formatNumber(sample.percent),
    from: sample.date_from,
    to: sample.date_to,
    reviewed: formatNumber(sample.reviewed),
    reports: formatNumber(sample.reports),
    sent_back: formatNumber(sample.sent_back),
  });

/** Draws a sample; what was drawn is written down before anybody sees a result. */
const DrawSample = ({ onDrawn }: { onDrawn: (sample: ReviewSample) => void }) => {
  const zone = useTimeZone();
  const [percent, setPercent] = useState<number | string>(10);
  const [days, setDays] = useState<{
    date_from?: string | undefined;
    date_to?: string | undefined;
  }>({
    date_from: daysAgoIn(zone, 6),
    date_to: todayIn(zone),
  });
  const [seed, setSeed] = useState('');
  const draw = useDrawSample();
  const { date_from, date_to } = days;
  const isRight = Number(percent) > 0 && date_from !== undefined && date_to !== undefined;
  const submit = () => {
    if (!isRight) return;
    draw.mutate(
      {
        percent: Number(percent),
        date_from: writeDay(date_from),
        date_to: writeDay(date_to),
        ...(seed.trim() && { seed: seed.trim() }),
      },
      {
        onSuccess: onDrawn,
        onError: (error) => toast.error(t('The sample could not be drawn'), reasonText(error)),
      },
    );
  };
  return (
    <Group align="flex-end" gap="sm">
      <NumberInput
        label={t('Percent of each surveyor')}
        w={180}
        min={0.1}
        max={100}
        decimalScale={1}
        value={percent}
        onChange={setPercent}
      />
      <DateRange value={days} onChange={setDays} />
      <TextInput
        label={t('Seed')}
        description={t('The same seed draws the same reports. Empty: one is made.')}
        dir="auto"
        maxLength={100}
        value={seed}
        onChange={(event) => setSeed(event.currentTarget.value)}
      />
      <Button loading={draw.isPending} disabled={!isRight} onClick={submit}>
        {t('Draw the sample')}
      </Button>
    </Group>
  );
};

/** Chooses a sample that was drawn, or draws one. */
export const SamplePicker = ({ chosen, onChoose }: SamplePickerProps) => {
  const samples = useSamples(true).data ?? [];
  const mayDraw = useMay('drawSample');
  const shown = samples.find(({ id }) => id === chosen);
  return (
    <Panel title={t('Random sample')}>
      <Stack gap="sm">
        {samples.length > 0 ? (
          <NativeSelect
            label={t('Sample')}
            description={
              shown &&
              t(
                'Drawn by {user} on {time}, seed {seed}: {reports} reports of {surveyors} surveyors',
                {
                  user: shown.by,
                  time: shown.at,
                  seed: shown.seed,
                  reports: formatNumber(shown.reports),
                  surveyors: formatNumber(shown.surveyors),
                },
              )
            }
            value={chosen === undefined ? '' : String(chosen)}
            onChange={({ currentTarget }) =>
              onChoose(currentTarget.value === '' ? undefined : Number(currentTarget.value))
            }
            data={[
              {
                value: '',
                label: mayDraw ? t('Choose a sample, or draw one') : t('Choose a sample'),
              },
              ...samples.map((sample) => ({
                value: String(sample.id),
                label: sampleText(sample),
              })),
            ]}
          />
        ) : null}
        {samples.length === 0 && !mayDraw ? (
          <Text c="dimmed">{t('No sample has reports that you see.')}</Text>
        ) : null}
        {chosen === undefined && mayDraw ? <DrawSample onDrawn={({ id }) => onChoose(id)} /> : null}
      </Stack>
    </Panel>
  );
};
