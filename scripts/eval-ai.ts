/**
 * Evaluates a model on the labeled set of test/quality/relevance. Run by hand against an endpoint of your choice, which may cost
 * money; docs/concepts/ai-evaluation.md explains the figures.
 *
 *     npm run eval:ai -- --base-url http://127.0.0.1:11434/v1 --model some-model --runs 5
 */
import { writeFileSync } from 'node:fs';
import { createModelClient } from '../src/ai/client/model-client.ts';
import { toAiPolicy } from '../src/outbound/policy.ts';
import { ITEMS } from '../test/quality/relevance/all-items.ts';
import { describeReport } from '../test/quality/relevance/describe-report.ts';
import { evaluateSet } from '../test/quality/relevance/evaluate-set.ts';
import { reportOn, suitesIn } from '../test/quality/relevance/evaluation-report.ts';
import type { ItemOutcome } from '../test/quality/relevance/item-outcome.ts';
import { readOptions } from '../test/quality/relevance/read-options.ts';

const { suites, limit, runs, concurrency, settings, modelSettings, keyEnv, prices, json } = readOptions(
  process.argv.slice(2),
);
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
console.log(describeReport('all', report));
if (json !== null) writeFileSync(json, `${JSON.stringify({ settings, runs, report, outcomes }, null, 2)}\n`);
// Fails on wrong dismissals, which this evaluation is about, and if no call was answered.
process.exitCode = report.wrongDismissals.good > 0 || report.calls.answered === 0 ? 1 : 0;

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
