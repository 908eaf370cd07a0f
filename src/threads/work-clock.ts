/** The time limit of a job. It can stand still, because a thread must not be ended for the slowness of those who receive its parts. */
export class WorkClock {
  private readonly ring: () => void;
  private leftMs: number;
  private startedAt = 0;
  private timer: NodeJS.Timeout | undefined;

  /** Runs from now on, and rings once. */
  constructor(timeoutMs: number, ring: () => void) {
    this.ring = ring;
    this.leftMs = timeoutMs;
    this.resume();
  }

  pause(): void {
    clearTimeout(this.timer);
    this.leftMs = Math.max(0, this.leftMs - (performance.now() - this.startedAt));
  }

  resume(): void {
    this.startedAt = performance.now();
    this.timer = setTimeout(this.ring, this.leftMs);
  }

  stop(): void {
    clearTimeout(this.timer);
  }
}
