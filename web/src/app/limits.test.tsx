// What the server would refuse is not offered (ADR 98): to who may only read, and to who is limited to circles.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type Call, type CallName, calls, changes, refusedBy } from '@survey/contract';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { startSession } from '../api/session.ts';
import { ReportDrawer } from '../reports/details/report-drawer.tsx';
import { useSendBack } from '../reports/details/send-back.tsx';
import { useSetAside } from '../reports/details/set-aside.tsx';
import { renderAt } from '../testing/render-at.tsx';
import { sampleReport, sampleState } from '../testing/sample-reports.ts';
import { serveCalls } from '../testing/serve-calls.ts';
import { MobileUsersPage } from '../users/mobile-users-page.tsx';
import { isScreenRefused } from './navigation.ts';
import { Notices, Screen } from './notices.tsx';

const table: Call[] = Object.values(calls);
const ofAdministrators = table.filter(({ access }) => access === 'administrator');

const ali = {
  id: 2,
  username: 'ali.raza',
  name: 'Ali Raza',
  email: 'ali.raza@example.org',
  phonenumber: '03001234567',
  cnic: '',
  created_at: '2026-03-10T09:00:00.000Z',
  designation: 'Surveyor',
  status: true,
};

/** Our backend, with the signed-in administrator limited like this; null: not limited. */
const serveLimited = async (
  limits: { circles: readonly string[] | null; read_only: boolean } | null,
) => {
  const asked = limits && { circles: limits.circles, isReadOnly: limits.read_only };
  const refused = ofAdministrators
    .filter((call) => asked && refusedBy(call, asked))
    .map(({ name }) => name);
  await serveCalls({
    capabilities: () => ({
      calls: table
        .filter(({ name, extension }) => extension && !refused.includes(name))
        .map(({ name }) => name),
      limits: limits && { ...limits, circles: limits.circles && [...limits.circles], refused },
      time_zone: 'UTC',
      maps_url: null,
      subreport_usernames: [],
      user: { id: 1, role_id: 1, name: 'Saba', username: 'saba', email: 'saba@example.org' },
    }),
    mobileUsers: () => ({ users: [ali] }),
    reportDetails: () => ({
      report: sampleReport(0),
      ...sampleState,
      history: [{ ...sampleReport(0), ...sampleState }],
      parcel: null,
      thread: [],
    }),
  });
  startSession({ token: 'secret', user: { role_id: 1 } });
};

const Limited = ({ children }: { children: React.ReactNode }) => (
  <>
    <Notices />
    {children}
  </>
);

const buttons = () =>
  screen.queryAllByRole('button').map((one) => one.getAttribute('aria-label') ?? one.textContent);

const reading = { circles: null, read_only: true };
const ofCircle = { circles: ['Model Town'], read_only: false };

describe.each([
  ['who may only read', reading, 'You may read and change nothing.'],
  ['who is limited to circles', ofCircle, 'You see these circles only: Model Town.'],
] as const)('%s', (_, limits, reason) => {
  it('sees mobile users, no action on them, and why', async () => {
    await serveLimited(limits);
    await renderAt('/mobile-users', () => (
      <Limited>
        <MobileUsersPage />
      </Limited>
    ));
    await screen.findByText('ali.raza@example.org');
    await waitFor(() => expect(screen.getByRole('note').textContent).toContain(reason));
    await waitFor(() =>
      expect(buttons().join()).not.toMatch(/Create New User|Block|Phone set-up|rescue/),
    );
    expect(buttons()).toContain('Export CSV');
  });
});

/** A report in its drawer, with the actions that the report page has. */
const Details = () => {
  const onSendBack = useSendBack();
  const onSetAside = useSetAside();
  const nothing = { onPrevious: undefined, onNext: undefined, place: undefined };
  return (
    <ReportDrawer
      {...nothing}
      id={1}
      listed={undefined}
      isListLoading={false}
      total={1}
      onOpen={() => undefined}
      onClose={() => undefined}
      onPhoto={() => undefined}
      onSendBack={onSendBack && (() => undefined)}
      onSetAside={onSetAside}
    />
  );
};

it.each([
  ['who may only read', reading, []],
  ['who is limited to circles', ofCircle, ['Accept', 'Request resubmission', 'Write a note']],
  ['who has no limits', null, ['Accept', 'Request resubmission', 'Write a note']],
] as const)('%s is offered the decisions on a report that are theirs', async (_, limits, offered) => {
  await serveLimited(limits);
  await renderAt('/report', () => <Details />);
  await screen.findByText('Nothing has been written about this PIN.');
  const decisions = ['Accept', 'Request resubmission', 'Write a note'];
  expect(decisions.filter((name) => buttons().includes(name))).toEqual(offered);
});

it('a screen of the whole operation says that it is beyond the limits', async () => {
  await serveLimited({ circles: ['Model Town'], read_only: false });
  await renderAt('/UPLOAD', () => <Screen />);
  expect(
    await screen.findByText('This screen is beyond the limits of your account.'),
  ).toBeDefined();
  const refused = ofAdministrators.filter((call) =>
    refusedBy(call, { circles: ['Model Town'], isReadOnly: false }),
  );
  const names = refused.map(({ name }) => name);
  const open = ['/dashboard', '/report', '/review', '/map', '/mobile-users', '/Pins', '/activity'];
  expect(open.filter((to) => isScreenRefused(to, names))).toEqual([]);
  const closed = ['/UPLOAD', '/status', '/checks', '/create-user'];
  expect(closed.filter((to) => !isScreenRefused(to, names))).toEqual([]);
});

/** Calls of a dialog that opens by another call's button; both are refused together. */
const behind: Partial<Record<CallName, CallName>> = {
  replaceCirclePins: 'storeCirclePins',
  replacePreview: 'storeCirclePins',
  previewSplit: 'splitCircle',
  splitCircle: 'assignCircleToUsers',
  previewStatuses: 'changeStatusBulk',
  unmatchedPins: 'changeStatusBulk',
  withdrawUnit: 'correctUnit',
  endPhone: 'setUpPhones',
  previewUndo: 'undoActivity',
  renewWebhookSecret: 'changeWebhook',
  changePinStatus: 'reviewReport',
};

it('every call that changes something is asked about before it is offered', () => {
  const folder = path.resolve(import.meta.dirname, '..');
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.|testing|gallery/.test(name))
    .map((name) => readFileSync(path.join(folder, name), 'utf8'))
    .join('\n');
  const isAsked = (name: string) =>
    new RegExp(`(use(May|Can)\\(|needs: |begins: )'${name}'`).test(sources);
  const made = ofAdministrators.filter(
    (call) => changes(call) && new RegExp(`calls\\.${call.name}\\b`).test(sources),
  );
  expect(made.length).toBeGreaterThan(30);
  const unasked = made.filter(({ name }) => !isAsked(behind[name as CallName] ?? name));
  expect(unasked.map(({ name }) => name)).toEqual([]);
});
