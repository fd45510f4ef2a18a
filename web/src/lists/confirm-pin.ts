import type { calls, ReplyOf } from '@survey/contract';
import { t } from '../text/text.ts';
import { confirm } from '../ui/confirm.tsx';

type PinCheck = ReplyOf<typeof calls.checkPin>;

/** Asks where a PIN looks unlike the others, or nearly like one of them. Resolves true where it may be added. */
export const confirmPin = async (
  pin: string,
  { fits, examples, twins }: PinCheck,
): Promise<boolean> => {
  const lines = [
    ...(fits
      ? []
      : [
          t('"{pin}" does not look like a PIN of this operation. Others are {examples}.', {
            pin,
            examples: examples.join(t(', ')),
          }),
        ]),
    ...(twins.length > 0
      ? [
          t('The circle has {twins} already, which is nearly the same.', {
            twins: twins.join(t(', ')),
          }),
        ]
      : []),
  ];
  return (
    lines.length === 0 ||
    confirm({
      title: t('Add New Pin'),
      message: lines.join(' '),
      confirmLabel: t('Add {pin} all the same', { pin }),
    })
  );
};

/** Asks whether a typed range is meant. Resolves true for all of its pins. */
export const confirmRange = (pins: readonly string[]): Promise<boolean> =>
  confirm({
    title: t('Add New Pin'),
    message: t('This looks like a range: {first} to {last}, {count} pins with the same address.', {
      first: pins[0] ?? '',
      last: pins.at(-1) ?? '',
      count: String(pins.length),
    }),
    confirmLabel: t('Add {count} pins', { count: String(pins.length) }),
  });
