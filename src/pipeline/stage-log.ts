/** The stages of one run of an analysis, with their times, as they are written to its row. */
import { STAGES, type Stage } from '../store/findings/analyses.ts';

export class StageLog {
  readonly #now: () => number;
  readonly #stages = new Map<Stage['name'], Stage>();

  constructor(now: () => number) {
    this.#now = now;
    for (const name of STAGES)
      this.#stages.set(name, { name, status: 'pending', startedAt: null, finishedAt: null, reason: null });
  }

  start(name: Stage['name']): void {
    this.#set(name, { status: 'running', startedAt: this.#time() });
  }

  finish(name: Stage['name'], reason: string | null = null): void {
    this.#set(name, { status: 'done', finishedAt: this.#time(), reason });
  }

  fail(name: Stage['name'], reason: string): void {
    this.#set(name, { status: 'failed', finishedAt: this.#time(), reason });
  }

  skip(name: Stage['name'], reason: string): void {
    this.#set(name, { status: 'skipped', reason });
  }

  toStages(): Stage[] {
    return [...this.#stages.values()];
  }

  #set(name: Stage['name'], change: Partial<Stage>): void {
    const stage = this.#stages.get(name);
    if (stage !== undefined) this.#stages.set(name, { ...stage, ...change });
  }

  #time(): string {
    return new Date(this.#now()).toISOString();
  }
}
