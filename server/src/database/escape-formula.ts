// Contract's `escapeFormula` in SQL, for CSV files that COPY writes.
import { formulaPatterns, formulaStarts, tidiedAway } from '@survey/contract';
import { type RawBuilder, sql } from 'kysely';

const suspiciousCodes = sql.join(
  [...formulaStarts, ...tidiedAway].map((start) => sql.lit(start.charCodeAt(0))),
);
const separators = sql.lit(';\t\r\n');
const start = sql.lit(formulaPatterns.start);
const inside = sql.lit(formulaPatterns.inside);
const withApostrophe = sql.lit(String.raw`\1'\2`);

/** A text that no spreadsheet takes for a formula. The patterns are tried only where a cheap test finds a candidate. */
export const escapeFormula = (text: RawBuilder<unknown>): RawBuilder<string> =>
  sql`case when ascii(${text}) in (${suspiciousCodes}) or translate(${text}, ${separators}, '') <> ${text}
    then case when ${text} ~ ${start} then '''' else '' end
      || regexp_replace(${text}, ${inside}, ${withApostrophe}, 'g')
    else ${text} end`;
