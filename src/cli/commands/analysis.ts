/** `assay analysis`: retries failed analyses. */
import { loadConfig } from '../../config.ts';
import type { PipelineDeps } from '../../pipeline/deps.ts';
import { retryFailedAnalyses, type RetryFilter } from '../../pipeline/portfolio/change-version.ts';
import { openQueue } from '../../queue/pg-boss-queue.ts';
import type { Database } from '../../store/database.ts';
import { newId } from '../../store/new-id.ts';
import { listOrganizationIds } from '../../store/people/organizations.ts';
import { chooseOrganization } from '../choose-organization.ts';
import { withDatabase } from '../command-database.ts';

const ORGANIZATIONS_PER_READ = 500;
const QUEUE_STOP_MS = 5_000;

interface RetryOptions extends RetryFilter {
  readonly organization: string | undefined;
}

export async function retryAnalyses(values: RetryOptions): Promise<void> {
  await withDatabase(loadConfig(), async (database, url) => {
    const queue = await openQueue({ url, log, connectionsMax: 1 });
    const deps = { database, queue, now: Date.now, newId, crashPoint: () => {} };
    let requested = 0;
    try {
      for (const orgId of await chooseOrganizations(database, values)) requested += await retryAll(deps, orgId, values);
    } finally {
      await queue.stop(QUEUE_STOP_MS);
    }
    process.stdout.write(
      requested === 0
        ? 'No failed analyses.\n'
        : `Retrying ${requested} failed ${requested === 1 ? 'analysis' : 'analyses'}. A running Assay analyzes them now; otherwise it does so at its next start.\n`,
    );
  });
}

function log(_level: string, message: string, fields: object): void {
  process.stderr.write(`${message} ${JSON.stringify(fields)}\n`);
}

/** Returns all organizations, unless one is given, or a service, whose name is unique only within one organization. */
async function chooseOrganizations(
  database: Database,
  { organization, service }: { readonly organization?: string | undefined; readonly service?: string | undefined },
): Promise<readonly string[]> {
  if (organization !== undefined || service !== undefined) {
    return [(await chooseOrganization(database, organization)).id];
  }
  const all: string[] = [];
  for (;;) {
    const page = await database.reference(
      async (tx) => await listOrganizationIds(tx, all.at(-1), ORGANIZATIONS_PER_READ),
    );
    all.push(...page);
    if (page.length < ORGANIZATIONS_PER_READ) return all;
  }
}

async function retryAll(deps: PipelineDeps, orgId: string, filter: RetryFilter): Promise<number> {
  const actor = { kind: 'system', id: 'command-line', name: 'command line' } as const;
  const caller = { orgId, actor, services: 'all', requestId: 'command-line' } as const;
  let requested = 0;
  for (;;) {
    const report = await retryFailedAnalyses(deps, caller, filter);
    requested += report.requested;
    if (report.requested === 0 || report.remaining === 0) return requested;
  }
}
