/**
 * Records the quality of the results for the labeled cases of `test/quality`, for the gate and for docs/concepts/matching-quality.md. Results that
 * became worse are not recorded unless requested: `node scripts/record-quality.ts --accept-falls`. With real data
 * (`ASSAY_TEST_DATA`) it also writes the comparison with the second evaluator to docs/concepts/matching-quality.md.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { CASES } from '../test/quality/all-cases.ts';
import { compareRealDocuments } from '../test/quality/evaluator/compare-real-documents.ts';
import { describePairs, PAIRS_HEAD } from '../test/quality/evaluator/describe-pairs.ts';
import { judgeCase } from '../test/quality/judge-case.ts';
import { describeScores, findFalls, scoreCases, type Scores } from '../test/quality/score-cases.ts';

const ROOT = join(import.meta.dirname, '..');
const SCORES = join(ROOT, 'test/quality/scores.json');
const DOCUMENT = join(ROOT, 'docs/concepts/matching-quality.md');
const SCORES_HEAD = '| Ecosystem | Cases |';

const { values: options } = parseArgs({ options: { 'accept-falls': { type: 'boolean', default: false } } });
const scores = scoreCases(CASES.map((labeled) => ({ labeled, judged: judgeCase(labeled) })));
const falls = findFalls(JSON.parse(readFileSync(SCORES, 'utf8')) as Scores, scores);
for (const fall of falls) console.log(fall);
if (falls.length > 0 && !options['accept-falls']) {
  console.log('Nothing was written.');
  process.exitCode = 1;
} else {
  writeFileSync(SCORES, `${JSON.stringify(scores, undefined, 2)}\n`);
  replaceTable(SCORES_HEAD, describeScores(scores));
  const pairs = await compareRealDocuments();
  if (pairs.length > 0) replaceTable(PAIRS_HEAD, describePairs(pairs));
}

/** Replaces a table of docs/concepts/matching-quality.md; `head` is the start of its first line. */
function replaceTable(head: string, table: string): void {
  const lines = readFileSync(DOCUMENT, 'utf8').split('\n');
  const start = lines.findIndex((line) => line.startsWith(head));
  if (start === -1) throw new Error(`docs/concepts/matching-quality.md has no table that begins with ${head}`);
  const length = lines.slice(start).findIndex((line) => !line.startsWith('|'));
  writeFileSync(DOCUMENT, lines.toSpliced(start, length, ...table.split('\n')).join('\n'));
  console.log(table);
}
