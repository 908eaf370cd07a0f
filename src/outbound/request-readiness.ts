/** Checks whether Assay answers on an address of this machine. It calls only `/readyz` and follows no redirect. */
import { z } from 'zod';
import { READINESS_STATES } from '../core/vocabulary/source.ts';

const Readiness = z.object({
  status: z.enum(READINESS_STATES),
  database: z.string(),
  queue: z.string(),
  problems: z.array(z.object({ code: z.string(), message: z.string() })),
});
export type ReadinessReport = Pick<z.infer<typeof Readiness>, 'status' | 'problems'>;
const TIMEOUT_MS = 5_000;

/** Returns undefined if the program that answers is not Assay. */
export async function requestReadiness(host: string, port: number): Promise<ReadinessReport | undefined> {
  try {
    const url = `http://${toReachable(host)}:${port}/readyz`;
    const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) });
    const { status, problems } = Readiness.parse(await response.json());
    return { status, problems };
  } catch {
    return undefined;
  }
}

/** A server that listens on every address is reached through the loopback address. */
function toReachable(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}
