import { type FormEvent, useState } from 'react';
import { syncNow } from '../send/sync.ts';
import { closingOf, keepClosing } from '../store/closings.ts';
import { t } from '../text/text.ts';
import { useStored } from '../ui/use-stored.ts';

interface CircleClosingProps {
  username: string;
  circle: string;
  /** Pins that are left there. */
  left: number;
}

const mostCharacters = 500;

/** "Nothing more here": the surveyor tells the office, with a reason. The pins stay as they are. */
export const CircleClosing = ({ username, circle, left }: CircleClosingProps) => {
  const [isOpen, setOpen] = useState(false);
  const [reason, setReason] = useState('');
  const stored = useStored(`closing ${username} ${circle}`, async () => ({
    closing: await closingOf(username, circle),
  }));
  if (!stored) return null;
  const closing = stored.closing?.reason ? stored.closing : undefined;
  const tell = async (word: string | null) => {
    await keepClosing(username, circle, word);
    setOpen(false);
    setReason('');
    void syncNow(false).catch(console.error);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (reason.trim()) void tell(reason.trim());
  };
  if (closing)
    return (
      <section className="notice" aria-label={t('Nothing more here')}>
        <strong>{t('Nothing more here')}</strong>
        <p>
          <bdi>{closing.reason}</bdi>
        </p>
        <small>
          {closing.isSent
            ? t('Your office knows.')
            : t('Your office is told with the next network.')}
        </small>
        <button type="button" className="secondary" onClick={() => void tell(null)}>
          {t('There is more to do')}
        </button>
      </section>
    );
  if (!isOpen)
    return (
      <button type="button" className="link" onClick={() => setOpen(true)}>
        {t('Nothing more here')}
      </button>
    );
  return (
    <form onSubmit={submit}>
      <label>
        {left > 0
          ? t(
              '{count, plural, one {Why is # pin left over? Your office reads this.} other {Why are # pins left over? Your office reads this.}}',
              { count: left },
            )
          : t('A word to your office')}
        <textarea
          rows={2}
          dir="auto"
          required
          maxLength={mostCharacters}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </label>
      <button type="submit" className="primary">
        {t('Nothing more here')}
      </button>
      <button type="button" className="link" onClick={() => setOpen(false)}>
        {t('Cancel')}
      </button>
    </form>
  );
};
