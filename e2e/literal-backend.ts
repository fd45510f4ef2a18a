// A backend of another make, written from spec 3, 7 and 8 without our code, in the manner of Laravel and MySQL: it has
// those 25 calls, wants a token and strict CORS, answers an error as an HTML page unless JSON is the first wish, and
// formats its answers as lenient backends do.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Row = Record<string, unknown>;

/** Replacement answers by path. */
interface Forced {
  status: number;
  body: string;
  type?: string;
  /** Breaks the connection after this number of characters of the body. */
  cutAt?: number;
  /** Requests that are answered as usual first. */
  after?: number;
}

export interface LiteralBackend {
  url: string;
  /** Requests received: method and path with its query. */
  asked: string[];
  /** Requests that such a backend would not understand: no token, no JSON as the first wish, names of our own. */
  misunderstood: string[];
  /** Rows of each bulk update that was answered. */
  statusRows: number[];
  /** The reports of all calls that answer reports. */
  reports: Row[];
  /** Bodies of the last POST by path. */
  sent: Record<string, Row>;
  users: Row[];
  /** Pins by `username/circle`. */
  pins: Map<string, Row[]>;
  /** Sets the answer of a path, until called without one. */
  force(path: string, answer?: Forced): void;
  /** Delays the answers of a path, in ms. */
  slow(path: string, ms: number): void;
  close(): Promise<void>;
}

export const htmlError: Forced = {
  status: 500,
  body: '<!doctype html><title>Whoops</title><h1>Whoops, looks like something went wrong.</h1>',
  type: 'text/html',
};

/** Breaks the connection instead of answering. */
export const noAnswer: Forced = { status: 0, body: '' };

const unauthenticated: Forced = { status: 401, body: '{"message":"Unauthenticated."}' };

/** A JPEG of one pixel. */
const picture = Buffer.from(
  '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAAMCAgICAgMCAgIDAwMDBAYEBAQEBAgGBgUGCQgKCgkICQkKDA8MCgsOCwkJDRENDg8QEBEQCgwSExIQEw8QEBD/yQALCAABAAEBAREA/8wABgAQEAX/2gAIAQEAAD8A0s8g/9k=',
  'base64',
);

const reportOf = (at: number): Row => ({
  id: String(at),
  username: at % 3 === 0 ? 'sana.khan' : 'ali.raza',
  user_name: at % 3 === 0 ? 'Sana Khan' : 'Ali Raza',
  user_phone: 3001234567,
  circle: at % 3 === 0 ? 'Johar Town' : 'Model Town',
  pin: 1000 + at,
  info: null,
  floors_num: String((at % 3) + 1),
  basement: at % 2,
  Store_front: at % 2 === 0 ? 'true' : '0',
  land_area: `${at * 100}.00`,
  covered_area: '',
  land: at % 4 === 0 ? 'Commercial' : 'Residential',
  comments: null,
  latitude: '31.5204',
  longitude: '74.3587',
  capture_time: '05/11/2026 10:00:00',
  submission_time: '05/11/2026 10:05:00',
  resubmission: at === 2 ? '1' : at === 3 ? 0 : 'No',
  picture_path: at % 2 === 1 ? `uploads/${at}.jpg` : null,
});

const pinOf = (id: number, pin: string): Row => ({
  id: String(id),
  pin,
  ratingarea: 'A',
  Locality: 'Block C',
  Block: null,
  Street_Address: 'House 1',
  OwnerName: 'Owner',
  status: id % 2 === 0 ? '1' : '0',
});

const bodyOf = async (request: IncomingMessage): Promise<Row> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  return text === '' ? {} : (JSON.parse(text) as Row);
};

/** Nothing where the client has left, also just after its last byte; a body that cannot be read is a fault of the console. */
const ignoreDeparture = (error: unknown): undefined => {
  if (error instanceof SyntaxError) throw error;
  return undefined;
};

const signIn = ({ email, password }: Row): Forced | Row => {
  if (password !== 'literal-2026') {
    return { status: 401, body: JSON.stringify({ error: 'These credentials do not match.' }) };
  }
  if (email === 'broken@example.org') return htmlError;
  const role_id = email === 'field@example.org' ? '2' : '1';
  return { token: `1|${email}`, user: { role_id, name: 'Literal Lena' } };
};

const invalid = (errors: Record<string, string[]>): Forced => ({
  status: 422,
  body: JSON.stringify({ message: 'The given data was invalid.', errors }),
});

/** The filters that the journeys use; lists are comma-joined. */
const matches = (query: URLSearchParams) => (report: Row) =>
  ['land', 'circle', 'username', 'pin', 'resubmission'].every((name) => {
    const wanted = query.get(name)?.split(',') ?? [];
    const value = String(report[name]);
    return wanted.length === 0 || wanted.some((one) => value.includes(one));
  });

const perPage = 10;

const pageOf = (rows: Row[], query: URLSearchParams): Row => {
  const page = Number(query.get('page') ?? 1);
  return {
    data: rows.slice((page - 1) * perPage, page * perPage),
    total: String(rows.length),
    last_page: Math.ceil(rows.length / perPage),
    current_page: String(page),
  };
};

/** Starts the backend on a free port of loopback. */
export const startLiteralBackend = async (): Promise<LiteralBackend> => {
  const reports = Array.from({ length: 23 }, (_, index) => reportOf(index + 1));
  const users: Row[] = [
    { id: '11', username: 'ali.raza', name: 'Ali Raza', status: '1', designation: 'Surveyor' },
    { id: 12, username: 'sana.khan', name: 'Sana Khan', status: true, cnic: null },
    { id: 13, username: 'old.hand', name: null, status: 0, email: 'old@example.org' },
  ];
  const pins = new Map([['ali.raza/Model Town', [pinOf(1, '1001'), pinOf(2, '1002')]]]);
  const circles = ['Model Town', 'Johar Town'];
  const forced = new Map<string, Forced>();
  const delays = new Map<string, number>();
  const asked: string[] = [];
  const misunderstood: string[] = [];
  const statusRows: number[] = [];
  const sent: Record<string, Row> = {};
  let nextId = 100;

  const listOf = ({ username, circle }: Row) => `${username}/${circle}`;
  const hold = (body: Row, isReplaced: boolean) => {
    if (isReplaced || !pins.has(listOf(body))) pins.set(listOf(body), [pinOf(++nextId, '2001')]);
  };

  const reads: Record<string, (query: URLSearchParams) => string | Row> = {
    '/api/mobileusers': () => ' 42\n',
    '/api/noreports': () => '"23"',
    '/api/totalrecord': () => '123',
    '/api/all-reports': (query) => pageOf(reports.filter(matches(query)), query),
    '/api/all-reports-no-pagination': () => ({ data: reports }),
    '/api/all-reports-export': (query) => ({ data: reports.filter(matches(query)) }),
    '/api/mobile/users': () => ({ users }),
  };
  const changes: Record<string, (body: Row) => string | Row | Forced> = {
    '/api/login': signIn,
    '/logout': () => '',
    '/api/property-details/report-multiple': ({ usernames }) => ({
      data: reports.filter(({ username }) => (usernames as unknown[]).includes(username)),
    }),
    '/api/change-pin-status': () => ({ message: 'Pin reset.' }),
    '/api/mobile/signup': (body) => {
      if (users.some(({ username }) => username === body.username)) {
        return invalid({ username: ['has already been taken.'], email: ['is odd.', 'is old.'] });
      }
      users.push({ ...body, id: String(++nextId) });
      return { message: '' };
    },
    '/api/change-user-status': ({ user_id, status }) => {
      const user = users.find(({ id }) => String(id) === String(user_id));
      if (user) user.status = status ? '1' : '0';
      return 'OK';
    },
    '/api/delete-user': ({ user_id }) => {
      const at = users.findIndex(({ id }) => String(id) === String(user_id));
      users.splice(at, 1);
      return {};
    },
    '/api/store-records': () => '',
    '/api/circles-assigned-to-user': ({ username }) => {
      const own = circles.filter((circle) => pins.has(`${username}/${circle}`));
      return { circles: own.length > 0 ? own : null };
    },
    '/api/store-circle-pins': (body) => {
      hold(body, false);
      return { message: null };
    },
    '/api/replace-circle-pins': (body) => {
      hold(body, true);
      return {};
    },
    '/api/delete-circle': (body) => {
      pins.delete(listOf(body));
      return { success: 1 };
    },
    '/api/pins-by-circle': (body) => ({ pins: pins.get(listOf(body)) ?? null }),
    '/api/add-pin': (body) => {
      const { username, circle, ...pin } = body;
      pins.get(listOf(body))?.push({ ...pin, id: ++nextId });
      return { success: 'true' };
    },
    '/api/delete-pin': ({ id }) => {
      for (const [key, list] of pins) {
        pins.set(
          key,
          list.filter((pin) => String(pin.id) !== String(id)),
        );
      }
      return { success: true };
    },
    '/api/transfer-pins': ({ source_user, target_user, circle }) => {
      const key = listOf({ username: source_user, circle });
      pins.set(listOf({ username: target_user, circle }), pins.get(key) ?? []);
      pins.delete(key);
      return { success: true, message: '' };
    },
    '/api/change-status-bulk': ({ pins: rows }) => {
      statusRows.push((rows as unknown[]).length);
      return { success: true, message: '' };
    },
  };

  const answer = (response: ServerResponse, { status, body, type, cutAt }: Forced) => {
    if (status === 0) return response.destroy();
    response.writeHead(status, { 'content-type': type ?? 'application/json' });
    if (cutAt === undefined) return response.end(body);
    response.write(body.slice(0, cutAt), () => response.destroy());
  };
  const isForced = (value: Row | Forced): value is Forced =>
    typeof value.status === 'number' && typeof value.body === 'string';
  const write = (response: ServerResponse, value: string | Row | Forced) => {
    if (typeof value === 'string')
      return answer(response, { status: 200, body: value, type: 'text/plain' });
    if (isForced(value)) return answer(response, value);
    return answer(response, { status: 200, body: JSON.stringify(value) });
  };
  const notFound: Forced = { status: 404, body: '<h1>404 | Not Found</h1>', type: 'text/html' };

  const server = createServer(async (request, response) => {
    const { pathname, searchParams, search } = new URL(request.url ?? '/', 'http://backend');
    const { origin, authorization, accept = '' } = request.headers;
    const isFile = pathname.startsWith('/storage/');
    if (origin) response.setHeader('access-control-allow-origin', origin);
    response.setHeader('vary', 'origin');
    if (request.method === 'OPTIONS' && !isFile) {
      response.writeHead(204, {
        'access-control-allow-methods': 'GET, POST',
        'access-control-allow-headers': 'authorization, content-type',
      });
      return response.end();
    }
    const line = `${request.method} ${pathname}${search}`;
    asked.push(line);
    const isOpen = isFile || pathname === '/api/login';
    const isJson = isFile || /^application\/json/.test(accept);
    if (
      !isJson ||
      (!isOpen && !authorization) ||
      searchParams.has('view') ||
      searchParams.has('extra')
    )
      misunderstood.push(`${line} (${accept}, ${authorization ? 'token' : 'no token'})`);
    await new Promise((resolve) => setTimeout(resolve, delays.get(pathname) ?? 0));
    // A page that is left gives its requests up: nobody waits for an answer then.
    const body = request.method === 'POST' ? await bodyOf(request).catch(ignoreDeparture) : {};
    if (body === undefined) return;
    if (request.method === 'POST') sent[pathname] = body;
    const instead = forced.get(pathname);
    if (instead?.after) instead.after -= 1;
    else if (instead) return answer(response, isJson || instead.status < 400 ? instead : htmlError);
    if (!isOpen && !authorization) return answer(response, isJson ? unauthenticated : htmlError);
    if (request.method === 'GET' && pathname.startsWith('/api/circles/')) {
      return write(response, { circles });
    }
    if (request.method === 'GET' && pathname.startsWith('/storage/uploads/')) {
      // A missing picture: the download skips it.
      if (pathname.endsWith('/7.jpg')) return answer(response, notFound);
      response.writeHead(200, { 'content-type': 'image/jpeg' });
      return response.end(picture);
    }
    const read = request.method === 'GET' ? reads[pathname] : undefined;
    const change = request.method === 'POST' ? changes[pathname] : undefined;
    write(response, read?.(searchParams) ?? change?.(body) ?? notFound);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    misunderstood,
    statusRows,
    reports,
    sent,
    users,
    pins,
    force: (path, given) => (given ? forced.set(path, given) : forced.delete(path)),
    slow: (path, ms) => delays.set(path, ms),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
