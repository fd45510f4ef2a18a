import { Title } from '@mantine/core';
import type { calls, PropertyReport, ReplyOf } from '@survey/contract';
import { known, t } from '../../text/text.ts';
import { FieldList } from '../../ui/field-list.tsx';
import { formatNumber } from '../../ui/format.ts';
import { outcomeLabels } from './review-texts.ts';
import { answeredReport, SideBySide } from './side-by-side.tsx';
import { Thread } from './thread.tsx';

type Details = ReplyOf<typeof calls.reportDetails>;

/** How the visit was made, where the phone told. */
const PhoneFields = ({ phone }: Pick<Details, 'phone'>) => {
  const { accuracy, outcome, app, app_version, device_time, ...told } = phone;
  const fields = [
    { label: t('Outcome'), value: outcome && t(outcomeLabels[outcome]) },
    {
      label: t('Accuracy'),
      value: accuracy === null ? null : t('{metres} m', { metres: formatNumber(accuracy) }),
    },
    { label: t('Place taken'), value: told.location_time },
    { label: t('About the place'), value: told.place_reason && known(told.place_reason) },
    { label: t('Visit begun'), value: told.started_at },
    { label: t("Phone's clock"), value: device_time },
    { label: t('App'), value: [app, app_version].filter(Boolean).join(' ') },
    { label: t('Device'), value: told.device_id },
  ].filter(({ value }) => value);
  if (fields.length === 0) return null;
  return (
    <section aria-label={t('Told by the phone')}>
      <Title order={2} size="h5" mb={4}>
        {t('Told by the phone')}
      </Title>
      <FieldList fields={fields} />
    </section>
  );
};

interface ReviewSectionsProps {
  report: PropertyReport;
  details: Details;
}

/** What the review adds to the details: the report that was answered, notes, and how the visit was made. */
export const ReviewSections = ({ report, details }: ReviewSectionsProps) => {
  const id = Number(report.id);
  const before = answeredReport(details.history, report);
  return (
    <>
      {before ? (
        <SideBySide
          title={t('Compared with the report that was sent back')}
          before={{ report: before, caption: t('Sent back') }}
          after={{ report, caption: t('Resubmission') }}
        />
      ) : null}
      <Thread
        key={id}
        id={id}
        entries={details.thread}
        isToSurveyor={details.is_current && details.review.state === 'sent_back'}
      />
      <PhoneFields phone={details.phone} />
    </>
  );
};
