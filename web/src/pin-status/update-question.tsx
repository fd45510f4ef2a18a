// The question before an update that does more than set pins: what it resets, does not find, and contradicts.
import { List } from '@mantine/core';
import { t } from '../text/text.ts';
import { confirm } from '../ui/confirm.tsx';
import { formatNumber } from '../ui/format.ts';
import { blankRowsText } from './blank-rows-text.ts';
import type { StatusPreviewCounts } from './pin-status.api.ts';

const linesOf = ({
  set,
  reset,
  unchanged,
  blank_resets,
  unmatched,
  contradicting,
}: StatusPreviewCounts) => [
  t('{count, plural, one {# pin becomes} other {# pins become}} USED.', { count: set }),
  t('{count, plural, one {# pin starts} other {# pins start}} over as NotUsed.', { count: reset }),
  ...(blank_resets > 0
    ? [
        t('{count, plural, one {# of them has} other {# of them have}} a blank Status.', {
          count: blank_resets,
        }),
      ]
    : []),
  ...(unchanged > 0
    ? [t('{count, plural, one {# pin stays} other {# pins stay}} as it is.', { count: unchanged })]
    : []),
  ...(unmatched.rows > 0
    ? [
        t(
          '{count, plural, one {# row matches} other {# rows match}} no assigned pin ({pins} pins).',
          {
            count: unmatched.rows,
            pins: formatNumber(unmatched.pins),
          },
        ),
      ]
    : []),
  ...(contradicting.count > 0
    ? [
        t(
          '{count, plural, one {# pin has} other {# pins have}} rows with 0 and with 1; the last row counts: {pins}',
          {
            count: contradicting.count,
            pins: contradicting.first.map(({ circle, pin }) => `${circle} ${pin}`).join(t(', ')),
          },
        ),
      ]
    : []),
];

/**
 * Asks where an update does more than set pins. Resolves true where it may be sent.
 * @param blankRows rows with a blank Status that the page has not mentioned yet (R15)
 */
export const confirmUpdate = async (
  counts: StatusPreviewCounts,
  blankRows: number,
): Promise<boolean> => {
  const { reset, unmatched, contradicting } = counts;
  if (reset + unmatched.rows + contradicting.count + blankRows === 0) return true;
  return confirm({
    title: t('Upload & Update'),
    message: t('What this file does:'),
    consequence: (
      <List size="sm">
        {[...linesOf(counts), ...(blankRows > 0 ? [blankRowsText(blankRows)] : [])].map((line) => (
          <List.Item key={line}>{line}</List.Item>
        ))}
      </List>
    ),
    confirmLabel: t('Update'),
    isHarmful: reset > 0,
  });
};
