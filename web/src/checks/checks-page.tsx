import { Stack } from '@mantine/core';
import { checkNames, checkRow } from '@survey/contract';
import { useState } from 'react';
import { useCan } from '../api/capabilities.ts';
import { t } from '../text/text.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { loadFailure } from '../ui/load-failure.ts';
import { Page } from '../ui/page.tsx';
import { Panel } from '../ui/panel.tsx';
import { LinesSkeleton } from '../ui/skeletons.tsx';
import { useUrlState } from '../ui/use-url-state.ts';
import { subjectLabels, subjects } from './check-texts.ts';
import { useChecks } from './checks.api.ts';
import { RuleDrawer } from './rule-drawer.tsx';
import { RuleRow } from './rule-row.tsx';
import { RunPanel } from './run-panel.tsx';

const readRule = (raw: Record<string, string | undefined>) => ({
  open: checkNames.find((name) => name === raw.rule),
});

/** /checks: which checks are on, by which parameters, and how often each was right. */
export const ChecksPage = () => {
  const can = useCan('checks');
  const [{ open }, change] = useUrlState(readRule);
  const [isChanged, setChanged] = useState(false);
  const query = useChecks();
  const rules = query.data?.rules;
  const onSaved = () => setChanged(true);
  return (
    <Page
      title={t('Checks')}
      description={t('A flag is a reason to look at a report. Nothing is sent back by itself.')}
    >
      {can ? null : (
        <EmptyState
          title={t('This server has no checks')}
          hint={t('Reports are reviewed in their list.')}
        />
      )}
      {query.isError && !rules ? (
        <ErrorState title={t('The rules could not be loaded')} {...loadFailure(query)} />
      ) : null}
      {can && query.isLoading ? <LinesSkeleton lines={14} /> : null}
      {rules ? (
        <>
          <RunPanel isAdvised={isChanged} />
          {subjects.map((subject) => (
            <Panel key={subject} title={t(subjectLabels[subject])}>
              <Stack component="ul" gap="lg" m={0} p={0}>
                {rules
                  .filter(({ check }) => checkRow(check).subject === subject)
                  .map((rule) => (
                    <RuleRow
                      key={rule.check}
                      rule={rule}
                      onEdit={() => change({ rule: rule.check })}
                      onSaved={onSaved}
                    />
                  ))}
              </Stack>
            </Panel>
          ))}
        </>
      ) : null}
      <RuleDrawer
        rule={rules?.find(({ check }) => check === open)}
        onClose={() => change({ rule: undefined })}
        onSaved={onSaved}
      />
    </Page>
  );
};
