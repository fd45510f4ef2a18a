// One report of the queue: photo, flags and values at once; thread, history and map when the browser has time.
import { Group, Text, Title } from '@mantine/core';
import { type Counterpart, type Flag, type PropertyReport, valueFields } from '@survey/contract';
import { memo, useDeferredValue } from 'react';
import { t } from '../../text/text.ts';
import { FieldList } from '../../ui/field-list.tsx';
import { LinesSkeleton } from '../../ui/skeletons.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { ParcelRow } from '../details/parcel-row.tsx';
import { PinHistory } from '../details/pin-history.tsx';
import { Beside } from '../flags/beside.tsx';
import { FlagList } from '../flags/flag-list.tsx';
import { SmallMap } from '../map/small-map.tsx';
import { useReportDetails } from '../report.api.ts';
import { fieldLabel, fieldText } from '../report-fields.ts';
import { ReviewState } from '../review/review-actions.tsx';
import { ReviewSections } from '../review/review-sections.tsx';
import { PhotoStage } from './photo-stage.tsx';
import classes from './queue.module.css';
import type { QueueEntry } from './use-queue.ts';

/** Checks whose reason is a place: the map belongs to them. */
const isOfPlace = ({ check, outcome }: Flag) =>
  outcome === 'open' && (check === 'travel' || check.startsWith('place-'));

/** The counterpart that opens by itself: that of the worst open flag which has one. */
export const counterpartOf = ({ flags }: Pick<QueueEntry, 'flags'>): Counterpart | undefined =>
  flags.find(({ outcome, counterpart }) => outcome === 'open' && counterpart !== null)
    ?.counterpart ?? undefined;

const captionOf = ({
  pin,
  circle,
  capture_time,
}: {
  pin: string;
  circle: string;
  capture_time: string | null;
}) => [t('PIN {pin}', { pin }), circle, capture_time].filter(Boolean).join(' · ');

interface FurtherProps {
  entry: QueueEntry;
  beside: Counterpart | undefined;
  onBeside: (counterpart: Counterpart | undefined) => void;
}

/** What takes longer to draw, and is read less often. */
const Further = memo(({ entry, beside, onBeside }: FurtherProps) => {
  const { report, flags } = entry;
  const details = useReportDetails(report.id).data;
  const { latitude, longitude } = report;
  return (
    <div className={classes.further}>
      {beside ? (
        <Beside report={report} counterpart={beside} onClose={() => onBeside(undefined)} />
      ) : null}
      {!beside && flags.some(isOfPlace) && latitude !== null && longitude !== null ? (
        <SmallMap
          latitude={latitude}
          longitude={longitude}
          label={t('Position of pin {pin}', { pin: report.pin })}
        />
      ) : null}
      {details ? (
        <>
          <ReviewSections report={report} details={details} />
          <PinHistory id={report.id} onOpen={() => undefined} />
        </>
      ) : (
        <LinesSkeleton lines={6} />
      )}
      <ParcelRow id={report.id} />
    </div>
  );
});

interface QueuedReportViewProps extends FurtherProps {
  /** Entries that may be shown next. */
  upcoming: readonly QueueEntry[];
  onPhoto: (report: PropertyReport) => void;
  onFlags: (flags: Flag[]) => void;
}

/** The report that waits for a decision. */
export const QueuedReportView = ({
  entry,
  beside,
  upcoming,
  onBeside,
  onPhoto,
  onFlags,
}: QueuedReportViewProps) => {
  const { report, flags, review, open_by, isDecided } = entry;
  const later = useDeferredValue(entry);
  const laterBeside = useDeferredValue(beside);
  return (
    <div className={classes.report}>
      <div className={classes.photos} data-two={beside ? true : undefined}>
        <PhotoStage
          caption={captionOf(report)}
          label={t('Open the photo of pin {pin}', { pin: report.pin })}
          path={report.picture_path}
          ready={upcoming.map((next) => next.report.picture_path)}
          onOpen={() => onPhoto(report)}
        />
        {beside ? (
          <PhotoStage
            caption={captionOf(beside)}
            label={t('Photo of pin {pin}', { pin: beside.pin })}
            path={beside.picture_path}
            ready={upcoming.map((next) => counterpartOf(next)?.picture_path ?? null)}
          />
        ) : null}
      </div>
      <section className={classes.facts} aria-label={t('Report')}>
        <Group gap="xs" align="baseline">
          <Title order={2} size="h4">
            {t('PIN {pin}', { pin: report.pin })}
          </Title>
          <Text span c="dimmed" size="sm" dir="auto">
            {report.circle}
          </Text>
          {isDecided || review.state !== 'new' ? <ReviewState review={review} /> : null}
          {open_by === null ? null : (
            <StatusBadge tone="amber">{t('open at {user}', { user: open_by })}</StatusBadge>
          )}
        </Group>
        <Text size="sm" c="dimmed">
          <span dir="auto">{report.user_name || report.username}</span> ·{' '}
          <bdi>{report.capture_time}</bdi>
        </Text>
        <FlagList
          id={report.id}
          flags={flags}
          beside={beside}
          onBeside={onBeside}
          onFlags={onFlags}
        />
        <FieldList
          fields={valueFields.map((field) => ({
            label: fieldLabel(field),
            value: fieldText(report, field),
          }))}
        />
      </section>
      <Further entry={later} beside={laterBeside} onBeside={onBeside} />
    </div>
  );
};
