// The OpenAPI document as a page to read: no script, no file beside it. What runs on this origin could read the
// console's token, so that a viewer of others is not brought here (ADR 55).
import { createHash } from 'node:crypto';

type Json = Record<string, unknown>;

interface Parameter {
  name: string;
  in: string;
  required: boolean;
  schema: Json;
  example?: unknown;
}

interface Content {
  schema?: Json;
  example?: unknown;
}

interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  security?: unknown[];
  parameters: Parameter[];
  requestBody?: { description?: string; content: Record<string, Content> };
  responses: Record<string, { description: string; content: Record<string, Content> }>;
}

/** The parts of an OpenAPI document that are shown. */
export interface ShownDocument {
  info: { title: string; version: string };
  paths: Record<string, Record<string, Operation>>;
}

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 60rem; margin: 0 auto; padding: 1rem; }
h2 { margin-top: 3rem; border-bottom: 1px solid; }
h3 { margin: 2rem 0 0; font: 600 1rem/1.5 ui-monospace, monospace; overflow-wrap: anywhere; }
p { margin: .25rem 0; }
table { border-collapse: collapse; display: block; overflow-x: auto; }
th, td { padding: .25rem .75rem .25rem 0; text-align: left; vertical-align: top; }
code, pre { font: .875rem/1.4 ui-monospace, monospace; }
pre { overflow-x: auto; padding: .5rem; border: 1px solid #8888; border-radius: 4px; }
summary { cursor: pointer; }
nav ul { columns: 14rem; padding-left: 1.25rem; }
a { color: inherit; }
`;

const hash = createHash('sha256').update(style).digest('base64');

/** Nothing but the page's own style is loaded, and nothing runs. */
export const pagePolicy = `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? '');

/** A sentence, whose words between backticks are code. */
const sentence = (text: string): string => escaped(text).replace(/`([^`]+)`/g, '<code>$1</code>');

const written = (value: unknown): string =>
  escaped(typeof value === 'string' ? value : JSON.stringify(value, null, 2));

const block = (title: string, value: unknown): string =>
  value === undefined
    ? ''
    : `<details><summary>${escaped(title)}</summary><pre>${written(value)}</pre></details>`;

const typeOf = ({ type, enum: values, anyOf }: Json): string => {
  if (Array.isArray(values)) return values.map((value) => JSON.stringify(value)).join(' | ');
  if (Array.isArray(anyOf)) return anyOf.map((each) => typeOf(each as Json)).join(' | ');
  return typeof type === 'string' ? type : 'any';
};

const parameterRow = ({ name, in: place, required, schema, example }: Parameter): string =>
  `<tr><td><code>${escaped(name)}</code></td><td>${place}${required ? ', required' : ''}</td>` +
  `<td><code>${written(typeOf(schema))}</code></td>` +
  `<td>${example === undefined ? '' : `<code>${written(example)}</code>`}</td></tr>`;

const parametersTable = (parameters: Parameter[]): string =>
  parameters.length === 0
    ? ''
    : `<table><thead><tr><th>parameter</th><th>in</th><th>type</th><th>example</th></tr></thead>` +
      `<tbody>${parameters.map(parameterRow).join('')}</tbody></table>`;

const contents = (title: string, content: Record<string, Content>): string =>
  Object.entries(content)
    .map(
      ([type, { schema, example }]) =>
        block(`${title}: example (${type})`, example) + block(`${title}: schema (${type})`, schema),
    )
    .join('');

const section = (path: string, method: string, operation: Operation): string => {
  const { operationId, summary, security, parameters, requestBody, responses } = operation;
  const { 200: success, ...refusals } = responses;
  const refused = Object.entries(refusals).map(
    ([status, { description }]) => `<code>${status}</code> ${escaped(description)}`,
  );
  return [
    `<section id="${escaped(operationId)}">`,
    `<h3>${method.toUpperCase()} ${escaped(path)}</h3>`,
    `<p>${sentence(summary)}</p>`,
    `<p>${security ? 'With <code>Authorization: Bearer</code> and a token.' : 'Without a token.'}</p>`,
    parametersTable(parameters),
    requestBody?.description ? `<p>${escaped(requestBody.description)}</p>` : '',
    contents('request', requestBody?.content ?? {}),
    contents('answer', success?.content ?? {}),
    refused.length > 0 ? `<p>Refusals: ${refused.join('; ')}.</p>` : '',
    '</section>',
  ].join('\n');
};

/** The page of a document, calls by their module in the order of the document. */
export const apiDocsPage = ({ info, paths }: ShownDocument): string => {
  const modules = new Map<string, string[]>();
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const name = operation.tags[0] ?? 'other';
      modules.set(name, [...(modules.get(name) ?? []), section(path, method, operation)]);
    }
  }
  const links = [...modules.keys()].map((name) => `<li><a href="#${name}">${name}</a></li>`);
  const title = `${escaped(info.title)} ${escaped(info.version)}: calls`;
  return [
    '<!doctype html>',
    '<html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${title}</title><style>${style}</style></head><body>`,
    `<h1>${title}</h1>`,
    '<p>The same as a document for tools (OpenAPI 3.1): <a href="/api/openapi.json">/api/openapi.json</a>.</p>',
    `<nav aria-label="Modules"><ul>${links.join('')}</ul></nav><main>`,
    ...[...modules].map(
      ([name, sections]) => `<h2 id="${name}">${name}</h2>${sections.join('\n')}`,
    ),
    '</main></body></html>\n',
  ].join('\n');
};
