/**
 * Computes the plan of one version repeatedly in a separate process. Prints its figures as JSON.
 *
 *     node bench/remediation-plan.ts <database url> <organization> <version> <rounds>
 */
import { makeVersionPlan } from '../src/pipeline/remediation/planner/make-version-plan.ts';
import { openDatabase } from '../src/store/database.ts';

export interface PlanFigures {
  readonly findings: number;
  readonly actions: number;
  readonly remaining: number;
  /** With nothing known about the packages, and nothing compiled. */
  readonly firstMs: number;
  readonly bestMs: number;
  readonly medianMs: number;
  /** Best processor time of this process. */
  readonly processorMs: number;
}

const [url = '', orgId = '', versionId = '', rounds = '3'] = process.argv.slice(2);
const database = openDatabase({
  url,
  connectionsMax: 1,
  statementTimeoutMs: 0,
  onIdleError: () => {},
  remembersStatements: 'all',
});
console.log(JSON.stringify(await measure()));
await database.close();

async function measure(): Promise<PlanFigures> {
  const first = await planOnce();
  const times: number[] = [];
  let processorMs = Infinity;
  for (let round = 0; round < Number(rounds); round += 1) {
    const used = process.cpuUsage();
    times.push((await planOnce()).ms);
    const { user, system } = process.cpuUsage(used);
    processorMs = Math.min(processorMs, (user + system) / 1_000);
  }
  times.sort((a, b) => a - b);
  const { ms: firstMs, plan } = first;
  return {
    findings: plan.findings.length,
    actions: plan.plan.actions.length,
    firstMs,
    remaining: plan.prediction.after.total,
    bestMs: times[0] ?? firstMs,
    medianMs: times[Math.floor(times.length / 2)] ?? firstMs,
    processorMs,
  };
}

async function planOnce(): Promise<{
  readonly ms: number;
  readonly plan: NonNullable<Awaited<ReturnType<typeof makeVersionPlan>>>;
}> {
  const start = performance.now();
  const plan = await makeVersionPlan({ database, now: Date.now }, orgId, versionId, { strategy: 'lowest' });
  if (plan === undefined) throw new Error('Nothing was published.');
  return { ms: performance.now() - start, plan };
}
