/**
 * The time limits of a job. A thread is measured by the processor time that it uses, so that a busy machine does not fail a
 * document. The limit in wall-clock time ends a thread that waits forever; it excludes the time that receivers of parts take.
 */
export class WorkClock {
  private readonly ring: () => void;
  private leftMs: number;
  private startedAt = 0;
  private wallTimer: NodeJS.Timeout | undefined;
  private cpuTimer: NodeJS.Timeout | undefined;
  private isStopped = false;

  /** Runs from now on, and calls `notify` when a limit is reached. `readCpuMs` returns the processor time of the thread so far. */
  constructor(
    { cpuMs, wallMs }: { readonly cpuMs: number; readonly wallMs: number },
    readCpuMs: () => Promise<number>,
    ring: () => void,
  ) {
    this.ring = ring;
    this.leftMs = wallMs;
    this.resume();
    void this.watchCpu(cpuMs, readCpuMs);
  }

  pause(): void {
    clearTimeout(this.wallTimer);
    this.leftMs = Math.max(0, this.leftMs - (performance.now() - this.startedAt));
  }

  resume(): void {
    this.startedAt = performance.now();
    this.wallTimer = setTimeout(this.ring, this.leftMs);
  }

  stop(): void {
    this.isStopped = true;
    clearTimeout(this.wallTimer);
    clearTimeout(this.cpuTimer);
  }

  /** A thread uses at most one second of processor time per second, so it cannot reach the limit before the next check. */
  private async watchCpu(cpuMs: number, readCpuMs: () => Promise<number>): Promise<void> {
    const limitMs = (await readCpuMs()) + cpuMs;
    const check = async (): Promise<void> => {
      const leftMs = limitMs - (await readCpuMs());
      if (this.isStopped) return;
      if (leftMs <= 0) this.ring();
      else this.cpuTimer = setTimeout(() => void check(), Math.max(leftMs, CHECK_INTERVAL_MS_MIN));
    };
    await check();
  }
}

const CHECK_INTERVAL_MS_MIN = 20;
