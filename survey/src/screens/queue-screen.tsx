import { useState } from 'react';
import { sendingNow } from '../send/queue.ts';
import { syncNow } from '../send/sync.ts';
import type { Report } from '../store/report.ts';
import { allReports } from '../store/reports.ts';
import { t, translatedRefusal } from '../text/text.ts';
import { go } from '../ui/route.ts';
import { useStored } from '../ui/use-stored.ts';
import { countReports } from '../ui/work-state.ts';

const about = (report: Report, sending: string | null): string => {
  if (report.state === 'refused' && report.refusal) return translatedRefusal(report.refusal);
  if (report.id === sending) return t('Is being sent …');
  if (report.state === 'ready' && report.attempts > 0)
    return t(
      '{count, plural, one {# attempt failed; the next one comes by itself} other {# attempts failed; the next one comes by itself}}',
      {
        count: report.attempts,
      },
    );
  return '';
};

interface ReportRowsProps {
  title: string;
  reports: readonly Report[];
  sending: string | null;
}

/** Rows that are drawn at first, and with each "Show more". */
const step = 60;

const ReportRows = ({ title, reports, sending }: ReportRowsProps) => {
  const [count, setCount] = useState(step);
  return reports.length === 0 ? null : (
    <section>
      <h2>
        {title} <span className="dim">{reports.length}</span>
      </h2>
      <ul className="plain">
        {reports.slice(0, count).map((report) => (
          <li key={report.id}>
            <button
              type="button"
              className="row"
              onClick={() => go({ screen: 'report', id: report.id })}
            >
              <span className="pin">
                <bdi>{report.pin}</bdi>
              </span>
              <span className="about">
                <span>
                  <bdi>{report.circle}</bdi>
                </span>
                <small>{about(report, sending)}</small>
              </span>
            </button>
          </li>
        ))}
      </ul>
      {reports.length > count ? (
        <button type="button" className="secondary" onClick={() => setCount(count + step)}>
          {t('Show more ({left} left)', { left: reports.length - count })}
        </button>
      ) : null}
    </section>
  );
};

/** Reports of this phone by what becomes of them. */
export const QueueScreen = ({ username }: { username: string }) => {
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState<string>();
  const reports = useStored(`${username} queue`, () => allReports(username));
  if (!reports) return <main aria-busy="true" />;
  const of = (state: Report['state']) => reports.filter((report) => report.state === state);
  const { waiting, sentToday, refused, drafts } = countReports(reports);
  const sending = sendingNow();
  const send = async () => {
    setSending(true);
    const result = await syncNow(true);
    setSending(false);
    setProblem(
      result === 'offline' ? t('The server cannot be reached. Nothing is lost.') : undefined,
    );
  };
  return (
    <main>
      <header className="head">
        <div>
          <h1>{t('Reports')}</h1>
          <p className="dim" role="status">
            {waiting + refused === 0
              ? t(
                  '{count, plural, =0 {Nothing waits to be sent.} one {# sent today, confirmed.} other {# sent today, all confirmed.}}',
                  {
                    count: sentToday,
                  },
                )
              : t('{waiting} to be sent, {sent} sent today and confirmed.', {
                  waiting: waiting + refused,
                  sent: sentToday,
                })}
          </p>
        </div>
        <button
          type="button"
          className="secondary"
          disabled={isSending || waiting === 0}
          onClick={() => void send()}
        >
          {isSending ? t('Sending …') : t('Send now')}
        </button>
      </header>
      {problem ? (
        <p className="problem" role="alert">
          {problem}
        </p>
      ) : null}
      <ReportRows title={t('Needs you')} reports={of('refused')} sending={sending} />
      <ReportRows title={t('Waits to be sent')} reports={of('ready')} sending={sending} />
      <ReportRows title={t('Begun')} reports={of('draft')} sending={sending} />
      <ReportRows title={t('Sent and confirmed')} reports={of('confirmed')} sending={sending} />
      {reports.length === 0 && drafts === 0 ? (
        <p className="empty">{t('No report on this phone yet. Choose a pin under "My work".')}</p>
      ) : null}
    </main>
  );
};
