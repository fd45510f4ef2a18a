// The rescue file: reports of a phone that cannot send any more, as the surveyor's page writes it and the console reads
// it. JSON, of which each report is one line, so that a file of hundreds of photos is read piece by piece.
import { z } from 'zod';

/** The first line, before the reports. */
export const rescueFileHead = z.object({
  format: z.literal('survey-rescue-1'),
  username: z.string().min(1).max(200),
  writtenAt: z.iso.datetime(),
});
export type RescueFileHead = z.infer<typeof rescueFileHead>;

/** One report: the fields of `submitReport` under the id that the phone chose. */
export const rescuedReport = z.object({
  fields: z.record(z.string(), z.string()),
  /** Whether the surveyor had not finished it. */
  isDraft: z.boolean().default(false),
  photo: z.object({ type: z.string(), base64: z.string() }).nullable(),
});
export type RescuedReport = z.infer<typeof rescuedReport>;
