/**
 * Writes down how good the answers are to the labeled cases of `test/quality`, for the gate and for docs/matching.md. What has
 * become worse is not written down unless asked for: `node scripts/record-quality.ts --accept-falls`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { CASES } from '../test/quality/all-cases.ts';
import { judgeCase } from '../test/quality/judge-case.ts';
import { describeScores, findFalls, scoreCases, type Scores } from '../test/quality/score-cases.ts';

const ROOT = join(import.meta.dirname, '..');
const SCORES = join(ROOT, 'test/quality/scores.json');
const DOCUMENT = join(ROOT, 'docs/matching.md');
const TABLE = /^\| Ecosystem \| Cases \|.*\n(?:\|.*\n)*/m;

const { values: options } = parseArgs({ options: { 'accept-falls': { type: 'boolean', default: false } } });
const scores = scoreCases(CASES.map((labeled) => ({ labeled, judged: judgeCase(labeled) })));
const falls = findFalls(JSON.parse(readFileSync(SCORES, 'utf8')) as Scores, scores);
for (const fall of falls) console.log(fall);
if (falls.length > 0 && !options['accept-falls']) {
  console.log('Nothing was written.');
  process.exitCode = 1;
} else {
  writeFileSync(SCORES, `${JSON.stringify(scores, undefined, 2)}\n`);
  const text = readFileSync(DOCUMENT, 'utf8');
  if (!TABLE.test(text)) throw new Error('docs/matching.md has no table of ecosystems and cases.');
  writeFileSync(
    DOCUMENT,
    text.replace(TABLE, () => `${describeScores(scores)}\n`),
  );
  console.log(describeScores(scores));
}
