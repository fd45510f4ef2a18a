// Coined words that were replaced by standard terms (docs/glossary.md) are not used in code or documents.
import { describe, expect, test } from 'vitest';
import { projectPaths, textOf } from './project-files.ts';

/** The standard term, and a pattern of the word that it replaced. */
const retired: readonly (readonly [string, RegExp])[] = [
  [
    'rollup',
    /\bkept[ _-](?:counts?|tables?|cells?|pins|lists|days|values)\b|\bkept(?:Counts?|Tables?|Cells?)\b/i,
  ],
  ['versioned cache', /\bkept[ -]answers?\b|\bkeptAnswers?\b/i],
  [
    'apply deltas',
    /\bfold(?:s|ed|ing)?\b(?! away|: rollupUpdates)|\bfoldChanges\b|\bstartFolding\b/,
  ],
  ['report_deltas', /\b(?:report|unit)_changes\b/],
  ['facet', /\btraits?\b|\b(?:of|by)Traits\b/i],
  ['n-gram', /(?<![-\w])grams?\b/i],
  ['coalesce', /\basked[ -]?together\b/i],
  ['group commit', /\bstored[ -]together\b/i],
  ['ingestion', /\bon[- ]?arrival\b|\breport-arrival\b|\bopenArrivals?\b/i],
  ['staged upload', /\bphoto[ -]drafts?\b|\bdrafts? of (?:a )?photos?\b|\bopenDrafts?\b/i],
  ['detached buffer', /\bgiven-back\b|\bisAllGivenBack\b/],
  ['store unavailable', /\bstore[ -](?:is )?away\b|\bstoreAway\b/i],
  ['epoch', /\blist[ -]lives\b/i],
  ['dry run', /\brehears/i],
  ['escape formula', /\bharmless[ -]?cells?\b|\bmade harmless\b/i],
  ['login throttle', /\blimit[ -]?guesses\b/i],
  ['lenient parsing', /\bloose[ -]?requests?\b|\bloosely\b/i],
  ['reload prompt', /\bmissing[ -]?part\b/i],
  ['stable value, delayed flag, latch', /\buse-?(?:same|lasting|was-?true)\b/i],
  ['rotation', /\buse-?turns\b/i],
  ['off-screen row groups', /\bfar[ -]?groups?\b/i],
  ['React ids', /\bplain[ -]?ids\b/i],
  ['latency probe', /\blight[ -]?calls?\b/i],
  ['crash soak test', /\btortur/i],
  ['a noun or a number', /\bso many\b|(?<!const )\btold of\b|\bwhoever asks\b/i],
];

/** Exceptions: old migrations, the change log of finished releases, and the label of a metric. */
const isOurs = (file: string): boolean =>
  /\.(?:ts|tsx|mjs|css|md|sql|html|yml)$/.test(file) &&
  !/migrations\/00|migrate\.ts$|migrations\.test\.ts$|^CHANGELOG\.md$|words\.test\.ts$/.test(file);

describe('the standard term is used for', () => {
  test.each(retired)('%s', async (_term, word) => {
    const found: string[] = [];
    for (const file of (await projectPaths).filter(isOurs)) {
      const lines = [file, ...(await textOf(file)).split('\n')];
      lines.forEach((line, at) => {
        if (word.test(line)) found.push(`${file}:${at}: ${line.trim().slice(0, 100)}`);
      });
    }
    expect(found).toEqual([]);
  });
});
