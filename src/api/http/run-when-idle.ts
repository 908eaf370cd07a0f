/** Postpones work that blocks the event loop and that no request waits for, while requests keep arriving. */
import type { FastifyInstance } from 'fastify';

/** Requests right after the start are not delayed. */
const START_MS = 10_000;
/** Probes arrive less often. */
const IDLE_MS = 2_000;

/** Runs the work once, as soon as no request has arrived for a while. Never runs it while the server is busy. */
export function runWhenIdle(app: FastifyInstance, work: () => void): void {
  let timer: NodeJS.Timeout | undefined;
  let latestRequestAt = -Infinity;
  const runOrWait = (): void => {
    const waitMs = latestRequestAt + IDLE_MS - performance.now();
    if (waitMs <= 0) work();
    else timer = setTimeout(runOrWait, waitMs);
  };
  app.addHook('onRequest', (_request, _reply, done) => {
    latestRequestAt = performance.now();
    done();
  });
  app.addHook('onListen', async () => {
    timer = setTimeout(runOrWait, START_MS);
  });
  app.addHook('onClose', async () => clearTimeout(timer));
}
