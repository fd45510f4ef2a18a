import { Anchor } from '@mantine/core';
import type { PropertyReport } from '@survey/contract';
import { useCapabilities } from '../api/capabilities.ts';
import { config } from '../api/config.ts';
import { t } from '../text/text.ts';
import { mapsLink } from './maps-link.ts';

interface CoordinateLinkProps {
  report: PropertyReport;
  field: 'latitude' | 'longitude';
}

/** A coordinate; a click opens the maps service there in a new tab (section 2, decision 25). */
export const CoordinateLink = ({ report, field }: CoordinateLinkProps) => {
  const { maps_url } = useCapabilities();
  const href = mapsLink(maps_url ?? config().mapsUrl, report);
  return href ? (
    <Anchor
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      inherit
      underline="hover"
      aria-label={t('{coordinate}, open the map at pin {pin}', {
        coordinate: String(report[field]),
        pin: report.pin,
      })}
    >
      {report[field]}
    </Anchor>
  ) : (
    (report[field] ?? '')
  );
};
