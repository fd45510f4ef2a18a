import { Text, Title, UnstyledButton } from '@mantine/core';
import type { RecordId } from '@survey/contract';
import { t } from '../../text/text.ts';
import { photoUrl } from '../photos.ts';
import { useReportDetails } from '../report.api.ts';
import { HistoryBadge } from '../table/report-badge.tsx';
import classes from './pin-history.module.css';

interface PinHistoryProps {
  /** The open report. */
  id: RecordId | null;
  onOpen: (id: RecordId) => void;
}

const SetAsideNote = ({ by, at }: { by: string; at: string }) => (
  <span className={classes.note}>{t('Set aside by {user} on {time}', { user: by, time: at })}</span>
);

/** All reports of the pin, newest first, with replaced ones and those set aside; empty where the backend has none. */
export const PinHistory = ({ id, onOpen }: PinHistoryProps) => {
  const { data } = useReportDetails(id);
  if (!data) return null;
  return (
    <section aria-label={t('History of this PIN')}>
      <Title order={2} size="h5" mb={8}>
        {t('History of this PIN')}
      </Title>
      {data.history.length > 1 ? (
        <ol className={classes.list}>
          {data.history.map((report) => (
            <li key={report.id}>
              <UnstyledButton
                className={classes.entry}
                aria-current={report.id === id || undefined}
                onClick={() => report.id !== null && onOpen(report.id)}
              >
                {report.picture_path ? (
                  <img src={photoUrl(report.picture_path, 'thumbnail')} alt="" loading="lazy" />
                ) : (
                  <span className={classes.noPhoto}>{t('No Image')}</span>
                )}
                <span className={classes.text}>
                  <bdi className={classes.time}>{report.capture_time}</bdi>
                  <span dir="auto">{report.user_name || report.username}</span>
                  {report.set_aside ? <SetAsideNote {...report.set_aside} /> : null}
                </span>
                <HistoryBadge {...report} />
              </UnstyledButton>
            </li>
          ))}
        </ol>
      ) : (
        <Text c="dimmed" size="sm">
          {t('This is the only report of the pin.')}
        </Text>
      )}
    </section>
  );
};
