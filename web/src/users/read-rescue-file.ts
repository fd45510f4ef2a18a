// Reads a rescue file (contract/src/rescue-file.ts) line by line: a report is a line, so that one photo is in memory.
import {
  type RescuedReport,
  type RescueFileHead,
  rescuedReport,
  rescueFileHead,
} from '@survey/contract';

/** The file is none of the surveyor's page, or was changed. */
export class BrokenRescueFile extends Error {
  override readonly name = 'BrokenRescueFile';
}

async function* linesOf(file: Blob): AsyncGenerator<string> {
  const reader = file.stream().pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const pieces = (rest + part.value).split('\n');
    rest = pieces.pop() ?? '';
    yield* pieces;
  }
  yield rest;
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new BrokenRescueFile('no JSON', { cause: error });
  }
};

/** The head, then each report. @throws BrokenRescueFile, also where the file breaks off */
async function* partsOf(file: Blob): AsyncGenerator<RescueFileHead | RescuedReport> {
  let isFirst = true;
  for await (const line of linesOf(file)) {
    if (line === ']}') return;
    const text = isFirst ? line.replace(/,"reports":\[$/, '}') : line.replace(/,$/, '');
    const read = (isFirst ? rescueFileHead : rescuedReport).safeParse(parse(text));
    if (!read.success) throw new BrokenRescueFile('other fields', { cause: read.error });
    isFirst = false;
    yield read.data;
  }
  throw new BrokenRescueFile('cut off');
}

/** A report of the file without its photo. */
export interface RescueLine {
  circle: string;
  pin: string;
  isDraft: boolean;
  hasPhoto: boolean;
}

export interface RescueContents {
  username: string;
  writtenAt: string;
  reports: RescueLine[];
}

/** What a file holds. @throws BrokenRescueFile */
export const readRescueFile = async (file: Blob): Promise<RescueContents> => {
  let head: RescueFileHead | undefined;
  const reports: RescueLine[] = [];
  for await (const part of partsOf(file)) {
    if ('format' in part) head = part;
    else {
      const { circle = '', pin = '' } = part.fields;
      reports.push({ circle, pin, isDraft: part.isDraft, hasPhoto: part.photo !== null });
    }
  }
  if (!head) throw new BrokenRescueFile('empty');
  return { username: head.username, writtenAt: head.writtenAt, reports };
};

/** The reports of a file, one after the other. @throws BrokenRescueFile */
export async function* rescuedReports(file: Blob): AsyncGenerator<RescuedReport> {
  for await (const part of partsOf(file)) if (!('format' in part)) yield part;
}

/** The form of a report, as its phone would have sent it. */
export const formOf = ({ fields, photo }: RescuedReport): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  if (photo) {
    const bytes = Uint8Array.from(atob(photo.base64), (character) => character.charCodeAt(0));
    form.set('photo', new Blob([bytes], { type: photo.type }), `${fields.submission_id}.jpg`);
  }
  return form;
};
