// Makes the requests of the `curl` lines of a document. curl itself is not needed.
import { readFile } from 'node:fs/promises';

export interface Example {
  /** The curl line with its continuations joined. */
  line: string;
  /** The JSON block that follows it. */
  answer: unknown;
}

const fenced = /```(sh|json)\n([\s\S]*?)```/g;

/** Every curl line of a Markdown text with the answer shown under it. */
export const examplesOf = (markdown: string): Example[] => {
  const blocks = [...markdown.matchAll(fenced)].map(([, language, text]) => ({ language, text }));
  return blocks.flatMap(({ language, text = '' }, index) => {
    if (language !== 'sh' || !text.startsWith('curl')) return [];
    const line = text.replace(/\\\n\s*/g, ' ').trim();
    return [{ line, answer: JSON.parse(blocks[index + 1]?.text ?? 'null') }];
  });
};

/** Splits a line as a shell does: words, 'plain' and "with $VARIABLES". */
const wordsOf = (line: string, variables: Record<string, string>): string[] => {
  const fill = (text: string) =>
    text.replace(/\$(\w+)/g, (_, name: string) => {
      const value = variables[name];
      if (value === undefined) throw new Error(`the document does not say what $${name} is`);
      return value;
    });
  const words = line.matchAll(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g);
  return [...words].map(([word]) =>
    word.replace(
      /'([^']*)'|"([^"]*)"|([^'"]+)/g,
      (_, plain?: string, quoted?: string, bare?: string) =>
        plain === undefined ? fill(quoted ?? bare ?? '') : plain,
    ),
  );
};

const addField = async (form: FormData, field: string, folder: string): Promise<void> => {
  const at = field.indexOf('=');
  const [name, value] = [field.slice(0, at), field.slice(at + 1)];
  const [, file, type] = /^@([^;]+);type=(.+)$/.exec(value) ?? [];
  if (!file || !type) return form.append(name, value);
  const bytes = new Uint8Array(await readFile(`${folder}/${file}`));
  form.append(name, new Blob([bytes], { type }), file);
};

/**
 * Makes the request of a curl line.
 * @param folder where the files that it sends are
 * @throws for an option of curl that is not implemented here
 */
export const runCurl = async (
  line: string,
  variables: Record<string, string>,
  folder: string,
): Promise<Response> => {
  const [curl, ...words] = wordsOf(line, variables);
  if (curl !== 'curl') throw new Error(`not a curl line: ${line}`);
  const form = new FormData();
  const headers = new Headers();
  let url: string | undefined;
  let method: string | undefined;
  let data: string | undefined;
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    if (!word.startsWith('-')) url = word;
    else {
      const value = words.shift() ?? '';
      if (word === '-X') method = value;
      else if (word === '-d') data = value;
      else if (word === '-F') await addField(form, value, folder);
      else if (word === '-H') headers.append(...(value.split(': ', 2) as [string, string]));
      else throw new Error(`unknown: ${word}`);
    }
  }
  const body = data ?? ([...form.keys()].length > 0 ? form : undefined);
  return fetch(url as string, {
    method: method ?? (body ? 'POST' : 'GET'),
    headers,
    ...(body && { body }),
  });
};
