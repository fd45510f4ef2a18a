// The question before a sheet is sent whose PINs lost their leading zeros.
import { Button, Group, List, Text } from '@mantine/core';
import { calls } from '@survey/contract';
import { useCan } from '../api/capabilities.ts';
import { send } from '../api/client.ts';
import { t } from '../text/text.ts';
import { askInDialog } from '../ui/confirm.tsx';
import { formatNumber } from '../ui/format.ts';
import type { PinWidths, ShortPins } from './short-pins.ts';

/** What is asked of the worker that has the rows. */
export interface AskPins {
  hasNumbers: () => Promise<boolean>;
  shortPins: (widths: PinWidths) => Promise<ShortPins>;
  repairPins: (widths: PinWidths) => Promise<void>;
}

const question = ({ count, first }: ShortPins) =>
  askInDialog<'repair' | 'send'>(t('Leading zeros are missing'), (answer) => (
    <>
      <Text>
        {t(
          '{count, plural, one {# Pin has} other {# Pins have}} fewer digits than those of the operation: a spreadsheet drops leading zeros of numbers.',
          { count },
        )}
      </Text>
      <List size="sm" my="xs">
        {first.map(({ circle, pin, repaired }) => (
          <List.Item key={`${circle} ${pin}`}>
            <bdi>
              {circle} {pin}
            </bdi>{' '}
            → <bdi>{repaired}</bdi>
          </List.Item>
        ))}
        {count > first.length ? (
          <List.Item>
            {t('and {count} more', { count: formatNumber(count - first.length) })}
          </List.Item>
        ) : null}
      </List>
      <Group justify="flex-end" gap="xs" mt="md">
        <Button variant="default" onClick={() => answer('send')}>
          {t('Send as they are')}
        </Button>
        <Button data-autofocus onClick={() => answer('repair')}>
          {t('Add the zeros')}
        </Button>
      </Group>
    </>
  ));

/**
 * Asks about PINs without their leading zeros, and puts the zeros back where that is wanted.
 * The returned function resolves false where the sheet is not to be sent.
 */
export const useAskLeadingZeros = () => {
  const can = useCan('pinWidths');
  return async (pins: AskPins): Promise<boolean> => {
    if (!can || !(await pins.hasNumbers())) return true;
    // A file can be sent where the question cannot be asked.
    const widths = await send(calls.pinWidths, {}).catch(() => undefined);
    const short = widths && (await pins.shortPins(widths));
    if (!short || short.count === 0) return true;
    const answer = await question(short);
    if (answer === 'repair') await pins.repairPins(widths);
    return answer !== undefined;
  };
};
