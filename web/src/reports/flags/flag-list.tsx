import { Button, Text } from '@mantine/core';
import type { Counterpart, Flag } from '@survey/contract';
import { useMay } from '../../api/capabilities.ts';
import { flagText, outcomeOfFlag } from '../../flags/flag-texts.ts';
import { SeverityBadge } from '../../flags/severity-badge.tsx';
import { t } from '../../text/text.ts';
import { reasonText } from '../../ui/error-text.ts';
import { toast } from '../../ui/toasts.ts';
import { askReason } from './ask-reason.tsx';
import { useDismissFlag } from './flags.api.ts';
import classes from './flags.module.css';

interface FlagListProps {
  /** Of the report. */
  id: number;
  flags: readonly Flag[];
  /** The counterpart that is shown beside the report. */
  beside: Counterpart | undefined;
  onBeside: (counterpart: Counterpart | undefined) => void;
  onFlags?: (flags: Flag[]) => void;
}

interface FlagRowProps {
  flag: Flag;
  isBeside: boolean;
  onBeside: FlagListProps['onBeside'];
  /** Undefined where the user may not dismiss flags. */
  onDismiss: ((flag: Flag, reason: string | null) => void) | undefined;
}

const Outcome = ({ flag }: { flag: Flag }) => {
  if (flag.outcome === 'open') return null;
  return (
    <Text size="xs" c="dimmed" component="div">
      {flag.dismissed
        ? t('Dismissed by {user} on {time}: {reason}', {
            user: flag.dismissed.by,
            time: flag.dismissed.at,
            reason: flag.dismissed.reason,
          })
        : t(outcomeOfFlag[flag.outcome])}
    </Text>
  );
};

const FlagRow = ({ flag, isBeside, onBeside, onDismiss }: FlagRowProps) => {
  const { counterpart, severity, dismissed, outcome } = flag;
  const dismiss = async () => {
    const reason = await askReason(flagText(flag));
    if (reason !== undefined) onDismiss?.(flag, reason);
  };
  return (
    <li className={classes.flag} data-severity={severity} data-outcome={outcome}>
      <div className={classes.sentence}>
        <SeverityBadge severity={severity} /> <span dir="auto">{flagText(flag)}</span>
      </div>
      <Outcome flag={flag} />
      <div className={classes.actions}>
        {counterpart ? (
          <Button
            size="compact-xs"
            variant={isBeside ? 'light' : 'default'}
            aria-pressed={isBeside}
            onClick={() => onBeside(isBeside ? undefined : counterpart)}
          >
            {t('PIN {pin} beside it', { pin: counterpart.pin })}
          </Button>
        ) : null}
        {outcome === 'open' && onDismiss ? (
          <Button size="compact-xs" variant="subtle" onClick={() => void dismiss()}>
            {t('Dismiss')}
          </Button>
        ) : null}
        {dismissed && onDismiss ? (
          <Button size="compact-xs" variant="subtle" onClick={() => onDismiss(flag, null)}>
            {t('Open again')}
          </Button>
        ) : null}
      </div>
    </li>
  );
};

/** What the checks found: a sentence each, the report that it is compared with, and a way to dismiss it. */
export const FlagList = ({ id, flags, beside, onBeside, onFlags }: FlagListProps) => {
  const { mutate } = useDismissFlag();
  const may = useMay('dismissFlag');
  if (flags.length === 0) return null;
  const dismiss = ({ check }: Flag, reason: string | null) =>
    mutate(
      { id, check, reason },
      {
        ...(onFlags && { onSuccess: onFlags }),
        onError: (error) => toast.error(t('The flag could not be changed'), reasonText(error)),
      },
    );
  return (
    <ul className={classes.flags} aria-label={t('Reasons to look')}>
      {flags.map((flag) => (
        <FlagRow
          key={flag.check}
          flag={flag}
          isBeside={beside !== undefined && flag.counterpart?.id === beside.id}
          onBeside={onBeside}
          onDismiss={may ? dismiss : undefined}
        />
      ))}
    </ul>
  );
};
