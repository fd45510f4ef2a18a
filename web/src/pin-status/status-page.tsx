import { Grid, Stack } from '@mantine/core';
import { readSession } from '../api/session.ts';
import { ColumnMapping } from '../spreadsheets/column-mapping.tsx';
import { t } from '../text/text.ts';
import { Page } from '../ui/page.tsx';
import { useLeaveGuard } from '../ui/use-leave-guard.ts';
import { RequiredFormat } from './required-format.tsx';
import { StatusFindings } from './status-findings.tsx';
import { StatusForm } from './status-form.tsx';
import { StatusPreview } from './status-preview.tsx';
import { StatusProgressPanel } from './status-progress-panel.tsx';
import { StatusResult } from './status-result.tsx';
import { useStatusUpdate } from './use-status-update.ts';
import { statusColumnOf, statusColumns } from './validate-status-rows.ts';

export const StatusPage = () => {
  const work = useStatusUpdate();
  useLeaveGuard({
    isBusy: work.isBusy,
    message: t('The status file is still being processed. Leaving stops it.'),
    hasSession: () => readSession() !== undefined,
  });

  return (
    <Page
      title={t('Bulk Pin Status Update')}
      description={t('Sets the status of assigned pins from a spreadsheet.')}
    >
      <Grid gap="md">
        <Grid.Col span={{ base: 12, lg: 7, xl: 8 }}>
          <Stack gap="md">
            <StatusForm
              file={work.file}
              isBusy={work.isBusy}
              onChoose={work.choose}
              onReset={work.reset}
              onPreview={work.preview}
              onUpdate={work.update}
            />
            {work.progress ? (
              <StatusProgressPanel
                progress={work.progress}
                onCancel={work.isBusy ? work.cancel : undefined}
              />
            ) : null}
            {work.sheet && work.sheet.info.rowCount > 0 ? (
              <ColumnMapping
                key={work.file?.name}
                fileHeaders={work.sheet.fileHeaders}
                headers={work.sheet.info.headers}
                fields={statusColumns}
                fieldOf={statusColumnOf}
                needed={statusColumns}
                isDisabled={work.isBusy}
                onHeaders={work.chooseColumns}
              />
            ) : null}
            {work.changed ? (
              <StatusResult changed={work.changed} sheet={work.sheet} fileName={work.file?.name} />
            ) : null}
            {work.check && !work.changed ? (
              <StatusFindings check={work.check} sheet={work.sheet} fileName={work.file?.name} />
            ) : null}
            {work.check ? <StatusPreview check={work.check} /> : null}
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 5, xl: 4 }}>
          <RequiredFormat />
        </Grid.Col>
      </Grid>
    </Page>
  );
};
