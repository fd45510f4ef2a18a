import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core';
import type { PropertyReport, RecordId } from '@survey/contract';
import { IconArchive, IconExternalLink, IconRefresh } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useCan, useHas } from '../../api/capabilities.ts';
import { t } from '../../text/text.ts';
import { FieldList } from '../../ui/field-list.tsx';
import { formatNumber } from '../../ui/format.ts';
import { SideDrawer } from '../../ui/side-drawer.tsx';
import { LinesSkeleton } from '../../ui/skeletons.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { DrawerFlags } from '../flags/drawer-flags.tsx';
import { SmallMap } from '../map/small-map.tsx';
import { useReportDetails } from '../report.api.ts';
import { fieldGroups, fieldLabel, fieldText } from '../report-fields.ts';
import { ReviewActions, ReviewState } from '../review/review-actions.tsx';
import { ReviewSections } from '../review/review-sections.tsx';
import { CoordinateLink, useMapsTemplate } from '../table/coordinate-link.tsx';
import { mapsLink } from '../table/maps-link.ts';
import { HistoryBadge } from '../table/report-badge.tsx';
import type { ReportActions } from '../table/report-columns.tsx';
import type { ReportField } from '../table/table-view.ts';
import { useListKeys } from '../table/use-list-keys.ts';
import { LargePhoto } from './large-photo.tsx';
import { ParcelRow } from './parcel-row.tsx';
import { PinHistory } from './pin-history.tsx';
import { SeveralReports } from './several-reports.tsx';

interface ReportDrawerProps extends ReportActions {
  /** Id of the open report; undefined while closed. */
  id: RecordId | undefined;
  /** The report, where it is on the page of the list. */
  listed: PropertyReport | undefined;
  isListLoading: boolean;
  /** Its position in the whole list, from 1, of `total`; undefined where it is not in the list. */
  place: number | undefined;
  total: number;
  onOpen: (id: RecordId) => void;
  onClose: () => void;
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
  /** Undefined where the backend has no such call. */
  onSetAside: ((report: PropertyReport) => Promise<void>) | undefined;
}

const shownValue = (report: PropertyReport, field: ReportField, mapsTemplate: string | null) =>
  field === 'latitude' || field === 'longitude' ? (
    <CoordinateLink report={report} field={field} mapsTemplate={mapsTemplate} />
  ) : (
    <span dir="auto">{fieldText(report, field)}</span>
  );

const fieldsOf = (report: PropertyReport, fields: ReportField[], mapsTemplate: string | null) =>
  fields.map((field) => ({
    label: fieldLabel(field),
    value: fieldText(report, field) === '' ? '' : shownValue(report, field, mapsTemplate),
  }));

const MapButton = ({ report }: { report: PropertyReport }) => {
  const href = mapsLink(useMapsTemplate(), report);
  return href ? (
    <Button
      component="a"
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      data-target
      variant="default"
      leftSection={<IconExternalLink size={16} aria-hidden />}
    >
      {t('Open in maps')}
    </Button>
  ) : null;
};

/** One report in full: photo, all fields in groups, map, history of its pin, sending back. */
export const ReportDrawer = ({
  id,
  listed,
  isListLoading,
  place,
  total,
  onOpen,
  onClose,
  onPrevious,
  onNext,
  onPhoto,
  onSendBack,
  onSetAside,
}: ReportDrawerProps) => {
  const mapsTemplate = useMapsTemplate();
  const details = useReportDetails(id);
  const report = listed ?? details.data?.report;
  const isCurrent = details.data ? details.data.is_current : true;
  const setAside = details.data?.set_aside;
  const hasReview = useHas('reviewReport');
  const canSeeWork = useCan('surveyorWork');
  const review = hasReview ? details.data?.review : undefined;
  useListKeys(id !== undefined, { onPrevious, onNext });

  return (
    <SideDrawer
      isOpen={id !== undefined}
      onClose={onClose}
      onPrevious={onPrevious}
      onNext={onNext}
      title={
        report ? (
          <Group gap="xs">
            {t('PIN {pin}', { pin: report.pin })}
            <HistoryBadge
              resubmission={report.resubmission}
              is_current={isCurrent}
              set_aside={setAside}
            />
            {details.data?.was_unassigned ? (
              <StatusBadge tone="amber">{t("Not on the surveyor's list")}</StatusBadge>
            ) : null}
            {place === undefined ? null : (
              <Text component="span" size="sm" fw={400} c="dimmed">
                {t('{at} of {total}', {
                  at: formatNumber(place),
                  total: formatNumber(total),
                })}
              </Text>
            )}
          </Group>
        ) : (
          t('Report')
        )
      }
    >
      {report ? (
        <Stack gap="lg">
          <LargePhoto report={report} isAwaited={details.data?.photo_awaited} onPhoto={onPhoto} />
          {isCurrent ? null : (
            <Alert color="yellow" variant="light">
              {setAside
                ? t(
                    'Set aside by {user} on {time}: it is in no list, count or export. Activity can bring it back for 30 days.',
                    { user: setAside.by, time: setAside.at },
                  )
                : t('This report was replaced by a newer one of the same pin.')}
            </Alert>
          )}
          {details.data?.was_unassigned ? (
            <Alert color="blue" variant="light">
              {t('The pin was not on the list of the surveyor when this report arrived.')}
            </Alert>
          ) : null}
          <SeveralReports report={report} />
          {details.data ? <DrawerFlags report={report} flags={details.data.flags} /> : null}
          {review ? <ReviewState review={review} /> : null}
          <Group gap="xs">
            {isCurrent && review && onSendBack ? (
              <ReviewActions
                report={report}
                review={review}
                onSendBack={() => onSendBack(report)}
              />
            ) : null}
            {isCurrent && !hasReview && onSendBack ? (
              <Button
                variant="default"
                leftSection={<IconRefresh size={16} aria-hidden />}
                // Not `disabled`: that would drop the focus of who has just sent it back.
                {...(report.resubmission === 1 && { 'data-disabled': true })}
                aria-disabled={report.resubmission === 1}
                onClick={() => {
                  if (report.resubmission !== 1) onSendBack(report);
                }}
              >
                {report.resubmission === 1 ? t('Sent back') : t('Request resubmission')}
              </Button>
            ) : null}
            {isCurrent && onSetAside ? (
              <Button
                variant="default"
                leftSection={<IconArchive size={16} aria-hidden />}
                onClick={() => void onSetAside(report)}
              >
                {t('Set aside')}
              </Button>
            ) : null}
            <MapButton report={report} />
            {canSeeWork ? (
              <Button
                renderRoot={(props) => (
                  <Link to="/surveyor" search={{ username: report.username }} {...props} />
                )}
                variant="subtle"
              >
                {t('Work of the surveyor')}
              </Button>
            ) : null}
          </Group>
          {report.latitude === null || report.longitude === null ? null : (
            <SmallMap
              latitude={report.latitude}
              longitude={report.longitude}
              label={t('Position of pin {pin}', { pin: report.pin })}
            />
          )}
          {fieldGroups.map(({ title, fields }) => (
            <section key={title} aria-label={t(title)}>
              <Title order={2} size="h5" mb={4}>
                {t(title)}
              </Title>
              <FieldList fields={fieldsOf(report, fields, mapsTemplate)} />
            </section>
          ))}
          {hasReview && details.data ? (
            <ReviewSections report={report} details={details.data} />
          ) : null}
          <ParcelRow id={report.id} />
          <PinHistory id={report.id} onOpen={onOpen} />
        </Stack>
      ) : null}
      {!report && (isListLoading || details.isFetching) ? <LinesSkeleton lines={12} /> : null}
      {report || isListLoading || details.isFetching ? null : (
        <Text c="dimmed">
          {t('This report is not in the list any more. It may have been replaced by a newer one.')}
        </Text>
      )}
    </SideDrawer>
  );
};
