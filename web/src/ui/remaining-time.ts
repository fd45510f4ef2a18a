import { t } from '../text/text.ts';

/** Before this much is done, in percent and ms, an estimate would vary too much. */
const surePercent = 2;
const sureMs = 2000;

/** The remaining time, estimated from the time so far; undefined while there is no estimate. */
export const remainingText = (
  percent: number | undefined,
  elapsedMs: number,
): string | undefined => {
  if (percent === undefined || percent < surePercent || elapsedMs < sureMs || percent >= 100) {
    return undefined;
  }
  const seconds = Math.ceil(((elapsedMs / percent) * (100 - percent)) / 1000);
  if (seconds < 60) return t('about {seconds} s left', { seconds: String(seconds) });
  return t('about {minutes} min left', { minutes: String(Math.ceil(seconds / 60)) });
};
