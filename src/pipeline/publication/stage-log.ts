/** The stages of one run of an analysis, with their times and counts, as they are written to its row. */
import { STAGES } from '../../core/vocabulary/analysis.ts';
import type { Stage, StageCounts } from '../../store/findings/analyses/analyses.ts';

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
