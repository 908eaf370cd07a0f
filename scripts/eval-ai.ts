/**
 * Evaluates a model on the labeled set of test/quality/relevance. Run by hand against an endpoint of your choice, which may cost
 * money; docs/concepts/ai-evaluation.md explains the figures.
 *
 *     npm run eval:ai -- --base-url http://127.0.0.1:11434/v1 --model some-model --runs 5
 */
import { writeFileSync } from 'node:fs';
import { createModelClient } from '../src/ai/client/model-client.ts';
import { toAiPolicy } from '../src/outbound/policy.ts';
import { describeReadings } from '../test/quality/relevance/advisories/describe-readings.ts';
import { listLabeledAdvisories } from '../test/quality/relevance/advisories/labeled-advisories.ts';
import { readAdvisory } from '../test/quality/relevance/advisories/read-advisory.ts';
import {
  scoreReadings,
  type Reading,
  type ReadingReport,
} from '../test/quality/relevance/advisories/score-readings.ts';
import { ITEMS } from '../test/quality/relevance/all-items.ts';
import { describeReport } from '../test/quality/relevance/describe-report.ts';
import { evaluateSet } from '../test/quality/relevance/evaluate-set.ts';
import { reportOn, suitesIn } from '../test/quality/relevance/evaluation-report.ts';
import { findProblems } from '../test/quality/relevance/find-problems.ts';
import type { ItemOutcome } from '../test/quality/relevance/item-outcome.ts';
import { readOptions } from '../test/quality/relevance/read-options.ts';

const { suites, isAboutAdvisories, limit, runs, concurrency, settings, modelSettings, keyEnv, prices, json } =
  readOptions(process.argv.slice(2));
const items = ITEMS.filter(({ suite }) => suites.includes(suite)).slice(0, limit);
const key = keyEnv === null ? null : process.env[keyEnv];
if (key === undefined || key === '') throw new Error(`The variable ${keyEnv} contains no key.`);

// The user gives the URL, as an operator would: a model on the same machine is the usual case.
const client = createModelClient({ settings: modelSettings, key, policy: toAiPolicy({ allowPrivate: true }) });
const outcomes = await evaluateSet(() => client.ask, { items, settings, runs, concurrency, onOutcome: tellProgress });

for (const suite of suitesIn(outcomes)) {
  const ofSuite = outcomes.filter((outcome) => outcome.suite === suite);
  console.log(`${describeReport(suite, reportOn(ofSuite, prices))}\n`);
}
const report = reportOn(outcomes, prices);
if (outcomes.length > 0) console.log(`${describeReport('all', report)}\n`);
const readings = isAboutAdvisories ? await readAdvisories() : null;
if (readings !== null) console.log(describeReadings(readings));
if (json !== null) writeFileSync(json, `${JSON.stringify({ settings, runs, report, outcomes, readings }, null, 2)}\n`);
const problems = findProblems(report, readings);
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;

/** Once each, one after the other: a second run of the same text says little new. */
async function readAdvisories(): Promise<ReadingReport | null> {
  const advisories = await listLabeledAdvisories();
  if (advisories === undefined) {
    console.error('There are no real advisories in ASSAY_TEST_DATA; they are left out.');
    return null;
  }
  const read: Reading[] = [];
  // Ordered by ecosystem and reason: a limit takes some of each.
  const step = Math.max(1, Math.ceil(advisories.length / limit));
  for (const advisory of advisories.filter((_, i) => i % step === 0)) {
    const reading = await readAdvisory(client.ask, advisory, settings.model);
    read.push(reading);
    const found = reading.claimed?.map(({ type, value }) => `${type} ${value ?? ''}`.trim()).join(', ');
    console.error(`[${read.length}] ${advisory.id} ${found ?? 'FAILED'}${reading.isDismissed ? ' dismissed' : ''}`);
  }
  return scoreReadings(read);
}

function tellProgress(
  { item, run, status, suggested, label, code, calls }: ItemOutcome,
  done: number,
  all: number,
): void {
  const isWrong = status === 'not_relevant' && label === 'relevant';
  const words = [status, ...(suggested ? ['suggested'] : []), code ?? '', calls.failed > 0 ? 'FAILED' : ''];
  const place = `[${String(done).padStart(String(all).length)}/${all}] run ${run}`;
  console.error(
    `${place} ${item.padEnd(42)} ${words.filter((word) => word !== '').join(' ')}${isWrong ? ' WRONG' : ''}`,
  );
}
