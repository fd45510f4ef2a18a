// A backend of tests: calls of the contract over HTTP on loopback.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type Call,
  type CallInput,
  type CallName,
  calls,
  type HandlerInput,
  type ReplyOf,
} from '@survey/contract';
import type { DetachedWindowAPI } from 'happy-dom';
import { onTestFinished } from 'vitest';

/** Thrown by an answer: the call is refused with this status and message. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string | undefined;

  constructor(status: number, message: string, code?: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

type Reply<C extends Call> = C['reply']['kind'] extends 'stream'
  ? AsyncIterable<string>
  : ReplyOf<C>;

type Answer<C extends Call> = (input: HandlerInput<C>) => Reply<C> | Promise<Reply<C>>;
type AnyAnswer = (input: HandlerInput<Call>) => unknown;

type Answers = { [Name in CallName]?: Answer<(typeof calls)[Name]> };

const textOf = async (request: IncomingMessage): Promise<string> => {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text;
};

/** The parameters of a call's path, or null where the path is another call's. */
const paramsOf = ({ path }: Call, pathname: string): Record<string, string> | null => {
  const pattern = path.replace(/:(\w+)/g, '(?<$1>[^/]+)');
  const found = new RegExp(`^${pattern}$`).exec(pathname);
  return found && { ...found.groups };
};

const parse = async ({ input }: Call, part: keyof CallInput, value: () => Promise<unknown>) =>
  input[part]?.parse(await value());

const writeReply = async (response: ServerResponse, { reply }: Call, value: unknown) => {
  if (reply.kind !== 'stream') {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(reply.schema.parse(value)));
    return;
  }
  response.setHeader('content-type', reply.types[0] ?? '');
  for await (const part of value as AsyncIterable<string>) {
    if (response.destroyed) return;
    response.write(part);
  }
  response.end();
};

/** Lists the calls that are answered, as a backend does. */
const capabilitiesOf = (answers: Answers): ReplyOf<typeof calls.capabilities> => ({
  calls: Object.keys(answers),
  time_zone: 'UTC',
  maps_url: null,
  subreport_usernames: [],
  user: { id: 1, role_id: 1, name: 'Amina Admin', username: 'amina', email: 'amina@example.org' },
});

/**
 * Answers calls until the test ends, and makes this server the page's own. Inputs and answers pass the schemas of the
 * contract; any other request is 404. `capabilities` lists what is answered. Throws where the port cannot be opened.
 */
export const serveCalls = async (answers: Answers): Promise<void> => {
  const all: Answers = { capabilities: () => capabilitiesOf(answers), ...answers };
  const served = (Object.keys(all) as CallName[]).map((name) => ({
    call: calls[name] as Call,
    answer: all[name] as AnyAnswer,
  }));

  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    for (const { call, answer } of served) {
      const given = call.method === request.method ? paramsOf(call, url.pathname) : null;
      if (!given) continue;
      const input = {
        params: await parse(call, 'params', async () => given),
        query: await parse(call, 'query', async () => Object.fromEntries(url.searchParams)),
        body: await parse(call, 'body', async () => JSON.parse(await textOf(request))),
      };
      return writeReply(response, call, await answer(input as HandlerInput<Call>));
    }
    throw new Refusal(404, 'Not found');
  };

  const server = createServer((request, response) => {
    handle(request, response).catch((error: Error) => {
      const { status, code } = error instanceof Refusal ? error : { status: 500 };
      response.statusCode = status;
      response.end(JSON.stringify({ message: error.message, code }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  // Without a token no call but login would be sent.
  localStorage.setItem('token', 'of-a-test');
  const page = window as unknown as { happyDOM: DetachedWindowAPI };
  page.happyDOM.setURL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
};
