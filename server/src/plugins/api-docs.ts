// The call table as an OpenAPI 3.1 document, and a page to read it.
import {
  bodyLimitOf,
  type Call,
  calls,
  errorBody,
  errorStatus,
  limits,
  phoneHeaderTexts,
} from '@survey/contract';
import fp from 'fastify-plugin';
import { z } from 'zod';
import manifest from '../../../package.json' with { type: 'json' };
import { apiDocsPage, pagePolicy, type ShownDocument } from './api-docs-page.ts';

type Json = Record<string, unknown>;

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json;
  return json;
};

const parametersOf = (
  schema: z.ZodType | undefined,
  place: 'path' | 'query',
  example: unknown,
): Json[] => {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  const examples = (example ?? {}) as Json;
  return Object.entries(properties).map(([name, property]) => ({
    name: name === '*' ? 'path' : name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
    ...(name in examples && { example: examples[name] }),
  }));
};

/** Optional headers in which a phone describes itself (plugins/phone-states.ts). */
const phoneHeaderParameters = Object.entries(phoneHeaderTexts).map(([name, description]) => ({
  name,
  in: 'header',
  required: false,
  description,
  schema: { type: 'string' },
}));

const kB = (bytes: number): string => `${(bytes / 1024).toLocaleString('en')} kB`;

/** Requirements on a JSON body beside its schema. */
const boundsOf = (call: Call): string => {
  const whole = `At most ${kB(bodyLimitOf(call))}, not encoded.`;
  if (!call.rowsIn)
    return `${whole} At most ${limits.bodyDepth} lists and objects inside each other.`;
  const row = `A row: at most ${kB(limits.uploadRowBytes)}, ${limits.uploadColumns} columns, ${limits.uploadRowDepth} levels.`;
  const beside = `Beside the rows: at most ${kB(limits.uploadEnvelopeBytes)}.`;
  return `${whole} ${row} ${beside} Given up (408) after ${limits.bodySilenceMs / 1000} s of silence.`;
};

const requestBodyOf = (call: Call): Json => {
  const { input, example } = call;
  const schema = input.body ?? input.multipart;
  if (!schema) return {};
  const type = input.body ? 'application/json' : 'multipart/form-data';
  const content = {
    schema: schemaOf(schema, 'input'),
    ...(example?.body !== undefined && { example: example.body }),
  };
  const description = input.body && boundsOf(call);
  return {
    requestBody: {
      ...(description && { description }),
      required: true,
      content: { [type]: content },
    },
  };
};

const answersOf = ({ reply, errors, example }: Call): Json => {
  const types = {
    json: ['application/json'],
    text: ['text/plain'],
    stream: reply.kind === 'stream' ? reply.types : [],
  }[reply.kind];
  const content = Object.fromEntries(
    types.map((type) => [
      type,
      {
        schema:
          reply.schema && type !== 'text/csv'
            ? schemaOf(reply.schema, 'output')
            : { type: 'string', ...(reply.kind === 'stream' && { format: 'binary' }) },
        ...(example?.reply !== undefined && { example: example.reply }),
      },
    ]),
  );
  const byStatus = new Map<number, string[]>();
  for (const code of errors) {
    byStatus.set(errorStatus[code], [...(byStatus.get(errorStatus[code]) ?? []), code]);
  }
  const refusals = [...byStatus].map(([status, codes]) => [
    String(status),
    {
      description: codes.join(', '),
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    },
  ]);
  return { 200: { description: 'OK', content }, ...Object.fromEntries(refusals) };
};

/** The OpenAPI 3.1 document of all calls. */
export const openApiDocument = (): Json => {
  const paths: Record<string, Json> = {};
  for (const call of Object.values<Call>(calls)) {
    const path = call.path.replace(/:(\w+)/g, '{$1}').replace('*', '{path}');
    paths[path] = {
      ...paths[path],
      [call.method.toLowerCase()]: {
        operationId: call.name,
        tags: [call.module],
        summary: call.summary,
        ...(call.access !== 'public' && { security: [{ bearer: [] }] }),
        parameters: [
          ...parametersOf(call.input.params, 'path', call.example?.params),
          ...parametersOf(call.input.query, 'query', call.example?.query),
          ...(call.access === 'device' ? phoneHeaderParameters : []),
        ],
        ...requestBodyOf(call),
        responses: answersOf(call),
      },
    };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Field Survey', version: manifest.version },
    paths,
    components: {
      schemas: { Error: schemaOf(errorBody, 'output') },
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
    },
  };
};

/** Both are the same for everybody, and made once. */
export const apiDocs = fp(async (app) => {
  const document = openApiDocument();
  let page: string | undefined;
  app.get('/api/openapi.json', async () => document);
  app.get('/api/docs', async (_request, reply) => {
    page ??= apiDocsPage(document as unknown as ShownDocument);
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', pagePolicy)
      .send(page);
  });
});
