/** Measures one request, repeated by one client, and finds pages deep inside of a list. */
import type { MeasuredServer } from './measured-server.ts';

interface RequestCost {
  readonly p50Ms: number;
  readonly p95Ms: number;
  /** Processor time per request. */
  readonly serverMs: number;
  readonly databaseMs: number;
  /** Statuses and codes other than 200; empty if there were none. */
  readonly failed: string;
}

export async function measurePath(server: MeasuredServer, path: string, quick: boolean): Promise<RequestCost> {
  const before = await server.processor();
  const load = { clients: 1, timeMaxMs: quick ? 300 : 1_000, countMax: 40, warmUpCount: quick ? 1 : 3 };
  const { p50Ms, p95Ms, answered, failures } = await server.load({ kind: 'read', path, ...load });
  const after = await server.processor();
  const perRequest = (used: number): number => used / Math.max(1, answered + load.warmUpCount);
  return {
    p50Ms,
    p95Ms,
    serverMs: perRequest(after.serverMs - before.serverMs),
    databaseMs: perRequest(after.databaseMs - before.databaseMs),
    failed: Object.keys(failures).join(' '),
  };
}

/** Returns the path of a page that can be reached only by its cursor. */
export async function followPages(
  { url, installation }: MeasuredServer,
  first: string,
  pages: number,
): Promise<string> {
  let path = first;
  for (let page = 1; page < pages; page += 1) {
    const answer = await fetch(url + path, { headers: { authorization: `Bearer ${installation.token}` } });
    await answer.arrayBuffer();
    const next = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1];
    if (next === undefined) break;
    const { pathname, search } = new URL(next, url);
    path = pathname + search;
  }
  return path;
}
