// Two reports beside each other: a resubmission and what it answers, or a report and the one that a flag names.
import { Title } from '@mantine/core';
import { type PropertyReport, valueFields } from '@survey/contract';
import { t } from '../../text/text.ts';
import { photoUrl } from '../photos.ts';
import { fieldLabel, fieldText } from '../report-fields.ts';
import type { ReportField } from '../table/table-view.ts';
import classes from './review.module.css';

const compared: readonly ReportField[] = [
  ...valueFields,
  'latitude',
  'longitude',
  'username',
  'capture_time',
];

type Stated = PropertyReport & { is_current: boolean; set_aside: unknown };

/** The report that this one was sent in answer to: the newest sent-back one before it that is replaced. */
export const answeredReport = <Row extends Stated>(
  history: readonly Row[],
  { id, resubmission }: PropertyReport,
): Row | undefined => {
  if (resubmission === null) return undefined;
  const older = history.slice(history.findIndex((one) => one.id === id) + 1);
  return older.find((one) => !one.is_current && !one.set_aside && one.resubmission === 1);
};

const Photo = ({ report, caption }: { report: PropertyReport; caption: string }) => (
  <figure>
    {report.picture_path ? (
      <a href={photoUrl(report.picture_path)} target="_blank" rel="noopener noreferrer">
        <img src={photoUrl(report.picture_path)} alt={caption} />
      </a>
    ) : (
      <span className={classes.noPhoto}>{t('No Image')}</span>
    )}
    <figcaption>
      {caption} · <bdi>{report.capture_time}</bdi>
    </figcaption>
  </figure>
);

interface Side {
  report: PropertyReport;
  caption: string;
}

interface SideBySideProps {
  title: string;
  before: Side;
  after: Side;
}

/** Two reports: photos next to each other, fields that differ are marked. */
export const SideBySide = ({ title, before, after }: SideBySideProps) => (
  <section aria-label={title}>
    <Title order={2} size="h5" mb={8}>
      {title}
    </Title>
    <div className={classes.pair}>
      <Photo {...before} />
      <Photo {...after} />
    </div>
    <table className={classes.compared}>
      <thead>
        <tr>
          <th scope="col">{t('Field')}</th>
          <th scope="col">{before.caption}</th>
          <th scope="col">{after.caption}</th>
        </tr>
      </thead>
      <tbody>
        {compared.map((field) => {
          const [was, is] = [fieldText(before.report, field), fieldText(after.report, field)];
          return (
            <tr key={field} data-changed={was !== is || undefined}>
              <th scope="row">{fieldLabel(field)}</th>
              <td dir="auto">{was || '–'}</td>
              <td dir="auto">{is || '–'}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  </section>
);
