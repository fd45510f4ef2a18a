import { Button, Group } from '@mantine/core';
import type { Counterpart, PropertyReport } from '@survey/contract';
import { IconX } from '@tabler/icons-react';
import { t } from '../../text/text.ts';
import { LinesSkeleton } from '../../ui/skeletons.tsx';
import { SmallMap } from '../map/small-map.tsx';
import { useReportDetails } from '../report.api.ts';
import { SideBySide } from '../review/side-by-side.tsx';

interface BesideProps {
  report: PropertyReport;
  counterpart: Counterpart;
  onClose: () => void;
}

/** The way between two reports on a map, where both have a position. */
export const WayBetween = ({ report, counterpart }: Omit<BesideProps, 'onClose'>) => {
  const { latitude, longitude, pin } = report;
  const other = { latitude: counterpart.latitude, longitude: counterpart.longitude };
  if (latitude === null || longitude === null) return null;
  if (other.latitude === null || other.longitude === null) return null;
  return (
    <SmallMap
      latitude={latitude}
      longitude={longitude}
      from={{ latitude: other.latitude, longitude: other.longitude }}
      label={t('The way from pin {from} to pin {pin}', { from: counterpart.pin, pin })}
    />
  );
};

/** The report that a flag compares with: photos and fields of both, and the way between them. */
export const Beside = ({ report, counterpart, onClose }: BesideProps) => {
  const other = useReportDetails(counterpart.id).data?.report;
  const title = t('Compared with PIN {pin}', { pin: counterpart.pin });
  return (
    <div>
      <Group justify="flex-end" mb={-28}>
        <Button
          size="compact-xs"
          variant="subtle"
          leftSection={<IconX size={14} aria-hidden />}
          onClick={onClose}
        >
          {t('Close')}
        </Button>
      </Group>
      {other ? (
        <SideBySide
          title={title}
          before={{ report: other, caption: t('PIN {pin}', { pin: other.pin }) }}
          after={{ report, caption: t('This report') }}
        />
      ) : (
        <LinesSkeleton lines={8} />
      )}
      <WayBetween report={report} counterpart={counterpart} />
    </div>
  );
};
