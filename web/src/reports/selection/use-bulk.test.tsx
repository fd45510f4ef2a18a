import type { SendBackProgress } from '@survey/contract';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { capabilitiesQuery } from '../../api/capabilities.ts';
import { queryClient } from '../../api/query-client.ts';
import { renderAt } from '../../testing/render-at.tsx';
import { Refusal, serveCalls } from '../../testing/serve-calls.ts';
import { useTask } from '../export/use-task.ts';
import type { ReportSelection } from './selection.api.ts';
import { useBulk } from './use-bulk.ts';

const selection: ReportSelection = { filters: { circle: 'Saddar' } };

const progress = (values: Partial<SendBackProgress>): string =>
  `${JSON.stringify({
    total: 3,
    done: 3,
    sent_back: 3,
    already: 0,
    left_out: { count: 0, first: [] },
    replaced: 0,
    undo_entries: [7],
    ...values,
  })}\n`;

interface ServerState {
  total: number;
  photos?: number;
  sendBack?: string[];
  /** The answer of sending back stays open until the client leaves. */
  isEndless?: boolean;
  knowsReview?: boolean;
}

/** Reports on a server whose selection has `total`; a bulk change answers the lines of `sendBack`. */
const renderBulk = async (state: ServerState) => {
  const sending = { isOver: false };
  const asked: { expected_count: number; filters: object; extra?: unknown }[] = [];
  const take = (body: { expected_count: number; filters: object; extra?: unknown }) => {
    const { expected_count, filters, extra } = body;
    asked.push({ expected_count, filters, ...(extra !== undefined && { extra }) });
    if (body.expected_count !== state.total) throw new Refusal(409, 'The selection has changed');
  };
  await serveCalls({
    ...(state.knowsReview && {
      noteReasons: () => ({ reasons: [] }),
      reviewReport: () => {
        throw new Refusal(404, 'No report');
      },
    }),
    countSelection: () => ({
      total: state.total,
      photos: state.photos ?? state.total,
      sent_back: 0,
      surveyors: 1,
      critical: 0,
    }),
    sendBackSelection: async function* ({ body }) {
      take(body);
      try {
        yield* state.sendBack ?? [progress({ ended: 'complete' })];
        while (state.isEndless) {
          await new Promise((resolve) => setTimeout(resolve, 5));
          yield '';
        }
      } finally {
        sending.isOver = true;
      }
    },
    exportSelection: async function* ({ body }) {
      take(body);
      yield 'id,username\n1,ali.raza\n';
    },
  });
  await queryClient.ensureQueryData(capabilitiesQuery);
  const done = vi.fn();
  const { user } = await renderAt('/report', () => {
    const task = useTask();
    const bulk = useBulk(task, selection, done);
    return (
      <>
        <button type="button" onClick={bulk.sendBack}>
          send back
        </button>
        <button type="button" onClick={bulk.saveCsv}>
          save
        </button>
        <button type="button" onClick={bulk.saveZip}>
          photos
        </button>
        <button type="button" onClick={task.cancel}>
          stop
        </button>
        <output>{task.progress?.detail}</output>
      </>
    );
  });
  const press = async (name: string | RegExp) =>
    user.click(await screen.findByRole('button', { name }));
  const reads = async (text: string | RegExp) =>
    expect(await screen.findByText(text)).toBeDefined();
  return { press, reads, asked, done, state, sending };
};

it('asks with the exact count, then sends it along as what was confirmed', async () => {
  const { press, reads, asked, done } = await renderBulk({ total: 3 });
  await press('send back');
  await reads('Send 3 reports of 1 surveyor back to their surveyors?');
  expect(asked).toEqual([]);
  await press('Send back 3');
  await reads('3 reports were sent back for resubmission.');
  expect(asked).toEqual([{ expected_count: 3, filters: { circle: ['Saddar'] } }]);
  await waitFor(() => expect(done).toHaveBeenCalledOnce());
});

it('does nothing where the question is answered with Cancel', async () => {
  const { press, reads, asked, done } = await renderBulk({ total: 3 });
  await press('send back');
  await reads(/^Send 3 reports/);
  await press('Cancel');
  await waitFor(() => expect(screen.queryByText(/^Send 3 reports/)).toBeNull());
  expect(asked).toEqual([]);
  expect(done).not.toHaveBeenCalled();
});

it('asks again with the new count where the selection changed after the question', async () => {
  const { press, reads, asked, state, done } = await renderBulk({ total: 3 });
  await press('send back');
  await reads(/^Send 3 reports/);
  state.total = 4;
  await press('Send back 3');
  await reads('The selection has changed');
  await reads(/^Send 4 reports/);
  expect(done).not.toHaveBeenCalled();
  await press('Send back 4');
  await reads(/reports were sent back/);
  expect(asked.map(({ expected_count }) => expected_count)).toEqual([3, 4]);
  await waitFor(() => expect(done).toHaveBeenCalledOnce());
});

it('asks nothing where nothing of the selection is left, or it has no photo', async () => {
  const { press, reads, state } = await renderBulk({ total: 0 });
  await press('send back');
  await reads('Nothing of the selection is left');
  Object.assign(state, { total: 2, photos: 0 });
  await press('photos');
  await reads('No Image Available');
});

it('names what stayed as it was', async () => {
  const first = [{ username: 'ali.raza', circle: 'Saddar', pin: '0042' }];
  const end = progress({
    sent_back: 1,
    left_out: { count: 1, first },
    replaced: 1,
    ended: 'complete',
  });
  const { press, reads } = await renderBulk({ total: 3, sendBack: [end] });
  await press('send back');
  await press('Send back 3');
  await reads('1 report was sent back for resubmission.');
  await reads(/1 was replaced by newer reports meanwhile\. 1 stays .* Saddar 0042/);
});

it('a change that fails half way says what was done and why it ended, and keeps the selection', async () => {
  const sendBack = [
    progress({ done: 2, sent_back: 2 }),
    progress({ done: 2, sent_back: 2, ended: 'failed', message: 'The database is closing' }),
  ];
  const { press, reads, done } = await renderBulk({ total: 3, sendBack });
  await press('send back');
  await press('Send back 3');
  await reads('2 reports were sent back for resubmission.');
  await reads('Failed to update pin status');
  await reads('The database is closing');
  expect(done).not.toHaveBeenCalled();
});

it('Cancel ends the work on the server too, and says what was done until then', async () => {
  const { press, reads, done, sending } = await renderBulk({
    total: 3,
    sendBack: [progress({ done: 1, sent_back: 1 })],
    isEndless: true,
  });
  await press('send back');
  await press('Send back 3');
  await reads(/^1 of 3 reports/);
  await press('stop');
  await reads('1 report was sent back for resubmission.');
  await reads('Sending back cancelled');
  await waitFor(() => expect(sending.isOver).toBe(true));
  expect(done).not.toHaveBeenCalled();
});

it('saves the selected reports as a file', async () => {
  const { press, reads, asked } = await renderBulk({ total: 3 });
  await press('save');
  await press('Export 3');
  await reads('property_report.csv is saved');
  expect(asked).toEqual([{ expected_count: 3, filters: { circle: ['Saddar'] } }]);
});

it('saves them with the columns of the review where that was wished', async () => {
  const { press, asked } = await renderBulk({ total: 3, knowsReview: true });
  await press('save');
  await userEvent.click(await screen.findByRole('checkbox', { name: /columns of the review/ }));
  await press('Export 3');
  await waitFor(() => expect(asked).toHaveLength(1));
  expect(asked[0]?.extra).toEqual(['review', 'reviewed_by', 'reviewed_at']);
});

it('asks for the number where very much is sent back, also after the note', async () => {
  // jsdom has no fonts; the field of the note grows when one is loaded.
  Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true });
  const { press, reads, asked } = await renderBulk({ total: 3498, knowsReview: true });
  await press('send back');
  fireEvent.click(await screen.findByLabelText('Without a note'));
  await press('Send back 3,498');
  fireEvent.change(await screen.findByLabelText('Type 3,498 to confirm'), {
    target: { value: '3,49' },
  });
  await reads('That is not the number.');
  expect(asked).toEqual([]);
  fireEvent.change(screen.getByLabelText('Type 3,498 to confirm'), { target: { value: '3498' } });
  fireEvent.submit(screen.getByLabelText('Type 3,498 to confirm'));
  await waitFor(() => expect(asked).toMatchObject([{ expected_count: 3498 }]));
});
