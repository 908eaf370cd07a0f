/** The stages of one run of an analysis, with their times and counts, as they are written to its row. */
import { STAGES } from '../../core/vocabulary/analysis.ts';
import {
  type Stage,
  type StageCounts,
  recordFailedAnalysis,
  endSupersededAnalyses,
  type AnalysisFailure,
} from '../../store/findings/analyses/analyses.ts';
import type { OrgTx } from '../../store/database.ts';
import { insertEvents } from '../../store/delivery/events.ts';
import { setAnalyzedGeneration, type LockedVersion } from '../../store/portfolio/versions/change-versions.ts';
import { setStatusOfLiveSboms } from '../../store/portfolio/sboms.ts';
import { nowOf, type PipelineDeps } from '../deps.ts';

export class StageLog {
  readonly #now: () => number;
  readonly #stages = new Map<Stage['name'], Stage>();

  constructor(now: () => number, stages: readonly Stage[] = []) {
    this.#now = now;
    for (const name of STAGES) {
      const known = stages.find((stage) => stage.name === name);
      this.#stages.set(name, known ?? { ...PENDING, name });
    }
  }

  start(name: Stage['name']): void {
    this.#set(name, { status: 'running', startedAt: this.#time() });
  }

  finish(name: Stage['name'], counts: StageCounts = {}, reason: string | null = null): void {
    this.#set(name, { status: 'done', finishedAt: this.#time(), counts, reason });
  }

  skip(name: Stage['name'], reason: string): void {
    this.#set(name, { status: 'skipped', reason });
  }

  /** Marks the given or running stage as failed, and all later stages as skipped. */
  fail(reason: string, failed = this.#findRunning()): void {
    let hasFailed = false;
    for (const { name, status } of this.#stages.values()) {
      if (name === failed) this.#set(name, { status: 'failed', finishedAt: this.#time(), reason });
      else if (hasFailed || status === 'pending') this.#set(name, { ...PENDING, status: 'skipped', reason: ENDED });
      hasFailed ||= name === failed;
    }
  }

  toStages(): Stage[] {
    return [...this.#stages.values()];
  }

  #findRunning(): Stage['name'] | undefined {
    return this.toStages().find(({ status }) => status === 'running')?.name;
  }

  #set(name: Stage['name'], change: Partial<Stage>): void {
    const stage = this.#stages.get(name);
    if (stage !== undefined) this.#stages.set(name, { ...stage, ...change });
  }

  #time(): string {
    return new Date(this.#now()).toISOString();
  }
}

const ENDED = 'The analysis ended before this stage.';
const PENDING = { status: 'pending', startedAt: null, finishedAt: null, counts: {}, reason: null } as const;

// Ends an analysis without a result: it is marked as `failed` with a reason, and so are the documents that waited for it. The
// published result of the version stays as it is. The version counts as analyzed, so that there is no automatic retry.

/** The caller holds the lock on the version and has checked that the analysis has not ended. */
export async function failAnalysis(
  deps: PipelineDeps,
  tx: OrgTx,
  version: LockedVersion,
  analysis: {
    readonly id: string;
    readonly stages: StageLog;
    /** Defaults to the running stage. */
    readonly failedAt?: Stage['name'];
    readonly failure: AnalysisFailure;
  },
): Promise<void> {
  const at = nowOf(deps);
  const { code, message } = analysis.failure;
  analysis.stages.fail(message, analysis.failedAt);
  const end = { stages: analysis.stages.toStages(), finishedAt: at };
  await recordFailedAnalysis(tx, analysis.id, { ...end, failure: { code, message } });
  await endSupersededAnalyses(tx, version.id, analysis.id, end);
  await setStatusOfLiveSboms(tx, version.id, {
    from: ['queued', 'analyzing'],
    to: 'failed',
    failure: { code, message },
  });
  await setAnalyzedGeneration(tx, version.id, version.generation);
  await insertEvents(tx, [
    {
      id: deps.newId(),
      type: 'analysis.failed',
      at,
      serviceId: version.serviceId,
      versionId: version.id,
      analysisId: analysis.id,
      detail: { code, message },
    },
  ]);
}
