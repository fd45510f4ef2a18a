import { reportColumns } from '@survey/contract';
import { describe, expect, it } from 'vitest';
import { sampleReport } from '../../testing/sample-reports.ts';
import { writeReportCsv } from './report-csv.ts';

const linesOf = async (blob: Blob) => {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  return new TextDecoder().decode(bytes).split('\r\n');
};

describe('writeReportCsv', () => {
  it('writes the 21 field names and nothing else where there are no records', async () => {
    expect(reportColumns).toHaveLength(21);
    expect(await linesOf(await writeReportCsv([]))).toEqual([reportColumns.join(','), '']);
  });

  it('writes booleans as 1 or 0, no resubmission as No, nothing for what is unknown', async () => {
    const report = sampleReport(7, {
      basement: true,
      Store_front: false,
      resubmission: null,
      land_area: null,
      longitude: -74.3,
      picture_path: null,
    });
    const [, line] = await linesOf(await writeReportCsv([report]));
    expect(line).toBe(
      '8,sana.khan,ثنا خان,03001234567,Garden East,A0000007,,2,1,0,,49,"Mixed, shop below",,,' +
        '31.5,-74.3,08/08/2026 10:07:00,21/11/2026 10:00:00,No,',
    );
  });

  it('writes photos by their names, without the signature that opens them', async () => {
    const name = 'ab/ab0123456789abcdef0123456789abcd.jpg';
    const picture_path = `${name}?day=20261123&signature=Ab_-0123456789abcdefgh`;
    const [, line] = await linesOf(await writeReportCsv([sampleReport(1, { picture_path })]));
    expect(line?.split(',').at(-1)).toBe(name);
  });

  it('writes figures that are texts as they came', async () => {
    const report = {
      ...sampleReport(0),
      as_written: { floors_num: 'G+2', land_area: '=12 marla' },
    };
    const [, line = ''] = await linesOf(await writeReportCsv([report]));
    expect(line.split(',').slice(7, 11)).toEqual(['G+2', '1', '1', "'=12 marla"]);
  });

  it('quotes what RFC 4180 asks and keeps a spreadsheet from running a text', async () => {
    const report = sampleReport(0, {
      info: 'said "two"\nlines',
      comments: '=HYPERLINK("http://example.org")',
      user_phone: '+923001234567',
      resubmission: 0,
    });
    const text = (await linesOf(await writeReportCsv([report]))).join('\r\n');
    expect(text).toContain('"said ""two""\nlines"');
    expect(text).toContain(`"'=HYPERLINK(""http://example.org"")"`);
    expect(text).toContain(",'+923001234567,");
    expect(text).toContain('21/11/2026 10:00:00,0,');
  });
});
