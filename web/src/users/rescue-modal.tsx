import { Alert, Button, Checkbox, FileInput, Group, Modal, Stack, Text } from '@mantine/core';
import { calls } from '@survey/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { isAbort } from '../api/api-error.ts';
import { send } from '../api/client.ts';
import { t } from '../text/text.ts';
import { errorText } from '../ui/error-text.ts';
import { formatInstant } from '../ui/format.ts';
import { ProgressPanel } from '../ui/progress-panel.tsx';
import { SmallTable } from '../ui/small-table.tsx';
import { useTimeZone } from '../ui/time-zone.ts';
import { useReturnFocus } from '../ui/use-return-focus.ts';
import {
  BrokenRescueFile,
  formOf,
  type RescueContents,
  readRescueFile,
  rescuedReports,
} from './read-rescue-file.ts';

/** What became of a report of the file. */
interface Outcome {
  circle: string;
  pin: string;
  kind: 'stored' | 'known' | 'refused';
  text: string;
}

interface Chosen {
  file: File;
  contents: RescueContents;
}

const tableRows = (outcomes: readonly Outcome[]) =>
  outcomes.map(({ circle, pin, text }, at) => ({
    key: String(at),
    cells: [`${pin} · ${circle}`, text] as const,
  }));

const Outcomes = ({ outcomes }: { outcomes: readonly Outcome[] }) => {
  const of = (kind: Outcome['kind']) => outcomes.filter((one) => one.kind === kind).length;
  return (
    <Stack gap="xs">
      <Text fw={600} role="status">
        {t('{stored} stored, {known} were there already, {refused} refused.', {
          stored: of('stored'),
          known: of('known'),
          refused: of('refused'),
        })}
      </Text>
      <SmallTable
        label={t('Reports of the file')}
        headers={[t('PIN'), t('Result')]}
        rows={tableRows(outcomes)}
      />
    </Stack>
  );
};

/** Imports unsent reports that a surveyor's page has saved as a file: same ids, so that nothing is stored twice. */
export const RescueModal = ({ onClose }: { onClose: () => void }) => {
  useReturnFocus();
  const zone = useTimeZone();
  const cache = useQueryClient();
  const [chosen, setChosen] = useState<Chosen>();
  const [problem, setProblem] = useState<string>();
  const [withDrafts, setWithDrafts] = useState(false);
  const [outcomes, setOutcomes] = useState<Outcome[]>();
  const [sending, setSending] = useState<{ done: number; total: number }>();
  const cancel = useRef<AbortController>(undefined);

  const choose = async (file: File | null) => {
    setChosen(undefined);
    setOutcomes(undefined);
    setProblem(undefined);
    if (!file) return;
    try {
      setChosen({ file, contents: await readRescueFile(file) });
    } catch (error) {
      if (!(error instanceof BrokenRescueFile)) throw error;
      setProblem(
        t(
          'This is no rescue file of the surveyor’s page, or it is not complete. Ask for it again.',
        ),
      );
    }
  };

  const importAll = async ({ file, contents }: Chosen, total: number) => {
    const found: Outcome[] = [];
    cancel.current = new AbortController();
    const { signal } = cancel.current;
    setProblem(undefined);
    setSending({ done: 0, total });
    try {
      for await (const report of rescuedReports(file)) {
        if (report.isDraft && !withDrafts) continue;
        const { circle = '', pin = '' } = report.fields;
        try {
          const { was_known } = await send(
            calls.rescueReport,
            { query: { username: contents.username } },
            { form: formOf(report), signal },
          );
          found.push({
            circle,
            pin,
            kind: was_known ? 'known' : 'stored',
            text: was_known ? t('was there already') : t('stored'),
          });
        } catch (error) {
          if (isAbort(error)) throw error;
          found.push({ circle, pin, kind: 'refused', text: errorText(error, t('not stored')) });
        }
        setSending({ done: found.length, total });
      }
    } catch (error) {
      if (!isAbort(error))
        setProblem(errorText(error, t('The file could not be read to its end.')));
    } finally {
      setSending(undefined);
      setOutcomes(found);
      void cache.invalidateQueries();
    }
  };

  const drafts = chosen?.contents.reports.filter(({ isDraft }) => isDraft).length ?? 0;
  const count = (chosen?.contents.reports.length ?? 0) - (withDrafts ? 0 : drafts);
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('Import a rescue file')}
      closeOnClickOutside={!sending}
      closeOnEscape={!sending}
    >
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {t(
            'For a phone that cannot send any more: the surveyor saves the unsent reports as a file under “More” of the surveyor’s page. Importing it twice, or after the phone has sent a part, stores nothing twice.',
          )}
        </Text>
        <FileInput
          label={t('Rescue file')}
          placeholder={t('Choose a file')}
          accept="application/json,.json"
          clearable
          disabled={sending !== undefined}
          value={chosen?.file ?? null}
          onChange={(file) => void choose(file)}
        />
        {problem ? (
          <Alert color="red" variant="light" role="alert">
            {problem}
          </Alert>
        ) : null}
        {chosen ? (
          <Text size="sm">
            {t('{count, plural, one {# report} other {# reports}} of {user}, saved {time}.', {
              count: chosen.contents.reports.length,
              user: chosen.contents.username,
              time: formatInstant(new Date(chosen.contents.writtenAt), zone),
            })}
          </Text>
        ) : null}
        {drafts > 0 && !outcomes ? (
          <Checkbox
            label={t(
              '{count, plural, one {Also # report that the surveyor had not finished} other {Also # reports that the surveyor had not finished}}',
              { count: drafts },
            )}
            disabled={sending !== undefined}
            checked={withDrafts}
            onChange={(event) => setWithDrafts(event.currentTarget.checked)}
          />
        ) : null}
        {sending ? (
          <ProgressPanel
            label={t('Importing')}
            percent={(sending.done / Math.max(1, sending.total)) * 100}
            detail={t('{done} of {total} reports', sending)}
            onCancel={() => cancel.current?.abort()}
          />
        ) : null}
        {outcomes ? <Outcomes outcomes={outcomes} /> : null}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" disabled={sending !== undefined} onClick={onClose}>
            {outcomes ? t('Done') : t('Cancel')}
          </Button>
          {chosen && !outcomes ? (
            <Button
              disabled={count === 0}
              loading={sending !== undefined}
              onClick={() => void importAll(chosen, count)}
            >
              {t('{count, plural, one {Import # report} other {Import # reports}}', { count })}
            </Button>
          ) : null}
        </Group>
      </Stack>
    </Modal>
  );
};
