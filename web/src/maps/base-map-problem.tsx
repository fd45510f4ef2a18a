import { Alert } from '@mantine/core';
import type { Basemap, MapArchiveProblem } from '@survey/contract';
import { IconMapOff } from '@tabler/icons-react';
import { msg, t } from '../text/text.ts';

const reasons: Record<MapArchiveProblem, string> = {
  missing: msg('Its file (MAP_PMTILES) was not found on the server.'),
  unreadable: msg('The server may not read its file (MAP_PMTILES).'),
  'other-format': msg('Its file (MAP_PMTILES) is not a PMTiles file.'),
  unsupported: msg(
    'Its file (MAP_PMTILES) is of another kind: PMTiles 3 is needed, with vector tiles or pictures, packed with gzip.',
  ),
  'cut-off': msg('Its file (MAP_PMTILES) is cut off. It has to be copied to the server again.'),
  damaged: msg('Its file (MAP_PMTILES) is damaged. It has to be copied to the server again.'),
};

/** Why the map has no streets, where the operator has meant it to have some. */
export const BaseMapProblem = ({ basemap }: { basemap: Basemap | undefined }) =>
  basemap?.archive_problem && !basemap.style_url ? (
    <Alert
      color="yellow"
      variant="light"
      role="status"
      icon={<IconMapOff size={20} aria-hidden />}
      title={t('The base map cannot be shown')}
    >
      {t(reasons[basemap.archive_problem])} {t('The map is drawn without it.')}
    </Alert>
  ) : null;
