// The report list and the calls of its screen, at any page and with any filter, over HTTP with 8 concurrent clients.
import http from 'node:http';
import {
  areaBuckets,
  calls,
  dayMs,
  type ReportOptions,
  utcDay,
  writeDay,
  writeListFilter,
  writeRange,
} from '@survey/contract';
import pg from 'pg';
import { type Random, seeded } from '../field/random.ts';
import { ask, atOnce } from './clients.ts';
import { type OpenDataset, openDataset } from './dataset-server.ts';
import { type Bench, type Figure, type Log, percentile } from './figures.ts';
import { getRequest, openConnection, type RawConnection } from './raw-http.ts';

const clients = 8;
const perPage = 10;
/**
 * Requests for each filter before anything is measured. PostgreSQL plans a statement five times on each of the
 * ten connections before it keeps a plan, and one request in five brings a list of three, a statement of its own.
 */
const warmUp = 500;
/** The pages that are requested for each filter: the first, the last and one between. */
const pagesOfEach = 3;
/** Queries for each filter and page. With fewer, six slow answers would already be the 95th percentile. */
const queriesOfEach = 100;

type Query = Record<string, string>;

/** Chooses a random value of a filter, as a person would on the page. */
type Draw = (random: Random) => Query;

const written = (ms: number): string => writeDay(utcDay(ms));

/** A choice of one to three values of those offered. */
const some = (name: string, values: readonly (string | number)[]): Draw => {
  return (random) => {
    const count = random.weighted({ 1: 6, 2: 2, 3: 2 });
    const chosen = Array.from({ length: Number(count) }, () => random.pick(values));
    return { [name]: writeListFilter([...new Set(chosen)]) };
  };
};

const daysOf = (random: Random, newest: number): [from: string, to: string] => {
  const from = newest - random.whole(0, 700) * dayMs;
  return [written(from), written(from + random.whole(0, 120) * dayMs)];
};

const drawsOf = (options: ReportOptions, newest: number) => {
  const values = (list: readonly { value: string }[]) => list.map(({ value }) => value);
  const quick: Record<string, Draw> = {
    username: some(
      'username',
      options.users.map(({ username }) => username),
    ),
    circle: some('circle', values(options.circle)),
    land: some('land', values(options.land)),
    name: some('name', values(options.name)),
    resubmission: some('resubmission', ['No', '0', '1']),
    'date from and to': (random) => {
      const [date_from, date_to] = daysOf(random, newest);
      return { date_from, date_to };
    },
  };
  const others: Record<string, Draw> = {
    date: (random) => ({ date: written(newest - random.whole(0, 700) * dayMs) }),
    basement: some('basement', ['1', '0']),
    floors: some('floors', values(options.floors)),
  };
  const slow: Record<string, Draw> = {
    'land area': some('land_area', areaBuckets(options.largest_land_area).map(writeRange)),
    'covered area': some('covered_area', areaBuckets(options.largest_covered_area).map(writeRange)),
    pin: (random) => ({ pin: String(random.whole(0, 9999)).padStart(4, '0') }),
  };
  return { quick, others, slow };
};

/** Goals in ms at one million and at ten million reports; smaller datasets are held to the first. */
const goals = {
  single: [15, 40],
  combined: [25, 80],
  slow: [50, 250],
  pins: [10, 25],
  options: [10, 25],
} as const;

const measurer = async ({ server }: OpenDataset, reports: number, log: Log) => {
  const agent = new http.Agent({ keepAlive: true, maxSockets: clients });
  const urlOf = (path: string, query: Query): URL => {
    const url = new URL(path, server.url);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    return url;
  };
  const get = async (path: string, query: Query) => {
    const url = urlOf(path, query);
    const { status, body } = await ask(url, { token: server.token, agent });
    if (status !== 200) throw new Error(`${url}: ${status} ${body.slice(0, 300)}`);
    return body;
  };
  const connections = await Promise.all(
    Array.from({ length: clients }, () => openConnection(server.url)),
  );
  /** Makes all requests, 8 at once, by clients that use little processor time; answers are read completely. */
  const askAll = (path: string, queries: readonly Query[]): Promise<number[]> => {
    const requests = queries.map((query) =>
      getRequest(urlOf(path, query), { authorization: `Bearer ${server.token}` }),
    );
    return atOnce(requests, clients, async (request) => {
      const connection = connections.pop() as RawConnection;
      const { status } = await connection.send(request);
      connections.push(connection);
      if (status !== 200) throw new Error(`${path}: ${status}`);
    });
  };
  const lastPage = async (query: Query): Promise<number> => {
    const body = await get(calls.allReports.path, { ...query, per_page: String(perPage) });
    return calls.allReports.reply.schema.parse(JSON.parse(body)).last_page;
  };
  /** Each query with `pagesOfEach` of its pages. */
  const pagesOf = async (queries: readonly Query[], random: Random): Promise<Query[]> => {
    const pages: Query[] = [];
    for (const query of queries) {
      const last = await lastPage(query);
      for (const page of [1, last, random.whole(1, last)]) {
        pages.push({ ...query, page: String(page), per_page: String(perPage) });
      }
    }
    return pages;
  };
  const measure = async (
    name: string,
    path: string,
    queries: readonly Query[],
    [most, mostOfTen]: readonly [number, number],
  ): Promise<Figure> => {
    const times = await askAll(path, queries);
    const value = percentile(times, 0.95);
    log(
      `${name}: p50 ${percentile(times, 0.5).toFixed(1)} ms, p95 ${value.toFixed(1)} ms, worst ${Math.max(...times).toFixed(0)} ms`,
    );
    return {
      name: `${name}, p95`,
      value,
      unit: 'ms',
      most: reports > 1_000_000 ? mostOfTen : most,
    };
  };
  return {
    get,
    pagesOf,
    askAll,
    measure,
    close: () => {
      agent.destroy();
      for (const connection of connections) connection.close();
    },
  };
};

/** The newest page alone, without a count, by 8 connections: no list is quicker on this machine. */
const bareNewestPage = async (databaseUrl: string): Promise<number> => {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: clients });
  const text = `select * from reports where replaced_by is null order by capture_time desc, id desc limit ${perPage}`;
  try {
    const turns = Array.from({ length: 800 }, (_, turn) => turn);
    return percentile(await atOnce(turns, clients, () => pool.query({ name: 'bare', text })), 0.95);
  } finally {
    await pool.end();
  }
};

const manyOf = (random: Random, draws: readonly Draw[], count: number): Query[] =>
  Array.from({ length: count }, (_, at) => (draws[at % draws.length] as Draw)(random));

/** Two or three of the filters together. */
const combinations = (
  random: Random,
  draws: readonly Draw[],
  others: readonly Draw[],
  count: number,
): Query[] =>
  Array.from({ length: count }, () => {
    const parts = [random.pick(draws), random.pick(others), random.pick(others)];
    return Object.assign({}, ...parts.map((draw) => draw(random))) as Query;
  });

export const listsBench: Bench = {
  name: 'lists',
  question:
    'How long does any page of the report list take, with its exact total, and what stands around it?',
  needsDataset: true,
  run: async (log, dataset) => {
    const opened = await openDataset(dataset);
    const { get, pagesOf, askAll, measure, close } = await measurer(opened, dataset.reports, log);
    try {
      const { rows } = await opened.client.query<{ newest: Date }>(
        'select max(capture_time) as newest from reports',
      );
      const newest = (rows[0]?.newest as Date).getTime();
      const answer = await get(calls.allReportsNoPagination.path, { view: 'options' });
      const { options } = JSON.parse(answer) as { options: ReportOptions };
      const { quick, others, slow } = drawsOf(options, newest);
      const random = seeded('bench', 'lists', dataset.reports);
      const list = calls.allReports.path;
      const figures: Figure[] = [];
      const everyPage = await pagesOf([{}], random);
      const everyDraw = Object.values({ ...quick, ...others, ...slow });
      const typed = (count: number): Query[] =>
        Array.from({ length: count }, () => ({
          text: String(random.whole(0, 9_999_999)).padStart(7, '0').slice(0, random.whole(2, 5)),
        }));
      const nothing = (count: number): Query[] => Array.from({ length: count }, () => ({}));
      const view = (count: number): Query[] => nothing(count).map(() => ({ view: 'options' }));
      // Each filter is warmed up twice, so that Node has compiled the code that runs often and statements are prepared.
      // The second time comes just before the filter is measured, with other values.
      const warm = async (draw: Draw) => {
        const queries = manyOf(random, [draw], Math.ceil(warmUp / pagesOfEach));
        await askAll(list, await pagesOf(queries, random));
      };
      for (const draw of [() => ({}), ...everyDraw]) await warm(draw);
      await askAll(calls.pinSuggestions.path, typed(warmUp));
      await askAll(calls.dashboardOverview.path, nothing(warmUp));
      const plain = (
        await pagesOf(
          Array.from({ length: queriesOfEach }, () => ({})),
          random,
        )
      ).concat(everyPage);
      figures.push(await measure('no filter', list, plain, goals.single));
      for (const [name, draw] of Object.entries({ ...quick, ...others, ...slow })) {
        await warm(draw);
        const queries = await pagesOf(manyOf(random, [draw], queriesOfEach), random);
        figures.push(await measure(`${name} alone`, list, queries, goals.single));
      }
      const [quickDraws, slowDraws] = [Object.values(quick), Object.values(slow)];
      const allDraws = [...quickDraws, ...Object.values(others), ...slowDraws];
      const combined = await pagesOf(combinations(random, quickDraws, quickDraws, 90), random);
      figures.push(
        await measure(
          'user, circle, land, name, resubmission, dates combined',
          list,
          combined,
          goals.combined,
        ),
      );
      const heavy = await pagesOf(combinations(random, slowDraws, allDraws, 90), random);
      figures.push(await measure('area or PIN with anything', list, heavy, goals.slow));
      figures.push(
        await measure(
          'PIN suggestions, 2 to 5 characters',
          calls.pinSuggestions.path,
          typed(300),
          goals.pins,
        ),
      );
      figures.push(
        await measure(
          'filter options',
          calls.allReportsNoPagination.path,
          view(200),
          goals.options,
        ),
      );
      figures.push(
        await measure('dashboard', calls.dashboardOverview.path, nothing(200), goals.options),
      );
      const limit = {
        name: 'newest page alone, bare SQL',
        value: await bareNewestPage(opened.server.databaseUrl),
      };
      return {
        dataset: `${opened.words}; ${clients} clients at once, pages of ${perPage}: first, last and one between`,
        figures: figures.map((figure) => ({ ...figure, limit })),
      };
    } finally {
      close();
      await opened.close();
    }
  },
};
