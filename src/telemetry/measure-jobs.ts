/** Wraps job handlers to measure their time and outcome. */
import type { Metrics } from './metrics.ts';

type Handler = (payload: never, about?: never) => Promise<void>;

export function measureJobs<Handlers extends Readonly<Record<string, Handler>>>(
  handlers: Handlers,
  metrics: Metrics,
): Handlers {
  const measured = Object.entries(handlers).map(([job, handler]) => [job, measure(job, handler, metrics)] as const);
  return Object.fromEntries(measured) as Handlers;
}

function measure(job: string, handler: Handler, metrics: Metrics): Handler {
  return async (payload, about) => {
    const end = metrics.jobDuration.startTimer({ job });
    let outcome = 'failed';
    try {
      await handler(payload, about);
      outcome = 'completed';
    } finally {
      end();
      metrics.jobs.inc({ job, outcome });
    }
  };
}
