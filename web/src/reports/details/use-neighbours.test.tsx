import { calls } from '@survey/contract';
import { useQueryClient } from '@tanstack/react-query';
import { act, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { send } from '../../api/client.ts';
import { renderHookAt } from '../../testing/render-at.tsx';
import { sampleReport, sampleReports, sampleState } from '../../testing/sample-reports.ts';
import { Refusal, serveCalls } from '../../testing/serve-calls.ts';
import { useReportAddress } from '../filters/use-report-address.ts';
import { reportDetailsQuery, reportKeys } from '../report.api.ts';
import { reportPageQuery, useReportPage } from '../reports.api.ts';
import { useNeighbours } from './use-neighbours.ts';

/** Reports 1 to 25 on three pages: 1 to 10, 11 to 20, 21 to 25. */
const reports = sampleReports(25);
const pageSize = 10;

/** The steps as the report page has them: address, list and server are real. */
const useSteps = () => {
  const cache = useQueryClient();
  const address = useReportAddress({ withResubmission: true });
  const { data, isPlaceholderData } = useReportPage(address.filters, {
    page: address.page,
    pageSize,
    isWanted: true,
  });
  const steps = useNeighbours({
    rows: data?.data,
    page: address.page,
    lastPage: data?.last_page ?? 1,
    pageSize,
    isStale: isPlaceholderData,
    openId: address.report,
    loadPage: async (page) =>
      (await cache.fetchQuery(reportPageQuery(address.filters, { page, pageSize }))).data,
    locate: async (id) => (await send(calls.reportPlace, { query: { id } })).place,
    prepare: (id) => void cache.prefetchQuery(reportDetailsQuery(id)),
    latest: address.latest,
    goTo: (place) => address.goTo(place, true),
  });
  return { ...steps, report: address.report, page: address.page, cache };
};

const renderSteps = async (address: string) => {
  const failing = new Set<number>();
  const asked: number[] = [];
  const located: number[] = [];
  await serveCalls({
    allReports: ({ query: { page, per_page } }) => {
      asked.push(page);
      if (failing.has(page)) throw new Refusal(400, 'This page is out of order');
      return {
        data: reports.slice((page - 1) * per_page, page * per_page),
        total: reports.length,
        last_page: Math.ceil(reports.length / per_page),
        current_page: page,
      };
    },
    reportPlace: ({ query }) => {
      located.push(query.id);
      return { place: query.id <= reports.length ? query.id : null };
    },
    reportDetails: ({ params: { id } }) => ({
      report: sampleReport(id - 1),
      ...sampleState,
      history: [],
      parcel: null,
      thread: [],
    }),
  });
  const { result, router } = await renderHookAt(address, useSteps);
  const isAt = (page: number, report: number) =>
    waitFor(() => expect(result.current).toMatchObject({ page, report, place: report }));
  return { result, router, isAt, failing, asked, located };
};

it('has no steps where no report is open', async () => {
  const { result, asked } = await renderSteps('/report');
  await waitFor(() => expect(asked).toEqual([1]));
  expect(result.current).toMatchObject({ onPrevious: undefined, onNext: undefined });
});

it('steps forwards and backwards across the end of a page', async () => {
  const { result, isAt, router } = await renderSteps('/report?report=10');
  await isAt(1, 10);
  act(() => result.current.onNext?.());
  await isAt(2, 11);
  expect(router.state.location.search).toEqual({ page: '2', report: '11' });
  act(() => result.current.onNext?.());
  await isAt(2, 12);
  act(() => result.current.onPrevious?.());
  await isAt(2, 11);
  act(() => result.current.onPrevious?.());
  await isAt(1, 10);
  expect(router.history.length).toBe(1);
});

it('ends at the first and at the last report of the list', async () => {
  const { result, isAt, router } = await renderSteps('/report?report=1');
  await isAt(1, 1);
  expect(result.current).toMatchObject({ onPrevious: undefined, onNext: expect.any(Function) });
  await act(() => router.navigate({ to: '.', search: { page: 3, report: 25 } as never }));
  await isAt(3, 25);
  expect(result.current).toMatchObject({ onPrevious: expect.any(Function), onNext: undefined });
});

it('a link to a report of another page goes to that page', async () => {
  const { isAt, router } = await renderSteps('/report?report=23');
  await isAt(3, 23);
  expect(router.state.location.search).toEqual({ page: '3', report: '23' });
});

it('a report that is not in the list stays open, without steps', async () => {
  const { result, located } = await renderSteps('/report?page=2&report=99');
  await waitFor(() => expect(located).toEqual([99]));
  expect(result.current).toMatchObject({ page: 2, report: 99, place: undefined });
  expect(result.current.onNext).toBeUndefined();
});

it('two steps before the first is rendered are two steps', async () => {
  const { result, isAt } = await renderSteps('/report?report=4');
  await isAt(1, 4);
  await act(async () => {
    result.current.onNext?.();
    await Promise.resolve();
    result.current.onNext?.();
  });
  await isAt(1, 6);
});

it('fetches the next page at the end of one, and the details of both neighbours', async () => {
  const { result, isAt, asked } = await renderSteps('/report?report=10');
  await isAt(1, 10);
  await waitFor(() => expect(asked).toEqual([1, 2]));
  const known = result.current.cache.getQueryCache();
  expect(known.find({ queryKey: reportKeys.details(9) })).toBeDefined();
  act(() => result.current.onNext?.());
  await isAt(2, 11);
  // From the cache: the page was not asked for again.
  expect(asked.filter((page) => page === 2)).toEqual([2]);
});

it('says so where the next page cannot be loaded, and stays', async () => {
  const { result, isAt, failing } = await renderSteps('/report?report=10');
  failing.add(2);
  await isAt(1, 10);
  act(() => result.current.onNext?.());
  expect(await screen.findByText('This page is out of order')).toBeDefined();
  expect(result.current).toMatchObject({ page: 1, report: 10 });
  failing.clear();
  act(() => result.current.onNext?.());
  await isAt(2, 11);
});
