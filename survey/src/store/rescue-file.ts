// Unsent reports as one file, for a phone that cannot send any more (contract/src/rescue-file.ts). A ZIP would need a library; JSON with photos in
// base64 is a third larger and read by everything.
import type { RescuedReport, RescueFileHead } from '@survey/contract';
import { formFields } from '../send/queue.ts';
import { allReports, photoOf } from './reports.ts';

const base64Of = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });

/** All reports of a surveyor that the server has not confirmed, drafts too. One photo is in memory at a time. */
export const rescueFile = async (username: string): Promise<File> => {
  const parts: BlobPart[] = [];
  const reports = (await allReports(username)).filter(({ state }) => state !== 'confirmed');
  for (const report of reports) {
    const photo = await photoOf(username, report.id);
    const base64 = photo && (await base64Of(new Blob([photo.bytes])));
    const line: RescuedReport = {
      fields: formFields({
        ...report,
        capturedAt: report.capturedAt ?? new Date(report.changedAt).toISOString(),
      }),
      isDraft: report.state === 'draft',
      photo: photo && base64 !== undefined ? { type: photo.type, base64 } : null,
    };
    parts.push(new Blob([JSON.stringify(line)]));
  }
  const head: RescueFileHead = {
    format: 'survey-rescue-1',
    username,
    writtenAt: new Date().toISOString(),
  };
  const body = parts.flatMap((part, at) => (at === 0 ? [part] : [',\n', part]));
  const name = `unsent-${username}-${head.writtenAt.slice(0, 10)}.json`;
  return new File([JSON.stringify(head).slice(0, -1), ',"reports":[\n', ...body, '\n]}'], name, {
    type: 'application/json',
  });
};
