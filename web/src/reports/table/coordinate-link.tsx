import type { PropertyReport } from '@survey/contract';
import { useCapabilities } from '../../api/capabilities.ts';
import { config } from '../../api/config.ts';
import { t } from '../../text/text.ts';
import { fieldText } from '../report-fields.ts';
import { mapsLink } from './maps-link.ts';
import classes from './report-columns.module.css';

interface CoordinateLinkProps {
  report: PropertyReport;
  field: 'latitude' | 'longitude';
  /** From `useMapsTemplate`, called once for the whole table. */
  mapsTemplate: string | null;
}

/** The URL template of the maps service; null means the default. */
export const useMapsTemplate = (): string | null => useCapabilities().maps_url ?? config().mapsUrl;

/** A coordinate; a click opens the maps service there in a new tab (spec 2, R25). */
export const CoordinateLink = ({ report, field, mapsTemplate }: CoordinateLinkProps) => {
  const href = mapsLink(mapsTemplate, report);
  return href ? (
    <a
      className={classes.place}
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={t('{coordinate}, open the map at pin {pin}', {
        coordinate: String(report[field]),
        pin: report.pin,
      })}
    >
      {fieldText(report, field)}
    </a>
  ) : (
    fieldText(report, field)
  );
};
