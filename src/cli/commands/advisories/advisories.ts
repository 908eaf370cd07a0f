/** `assay advisories status` and `show`: print the state of the sources and what they know about a vulnerability. */
import { ADVISORY_ABSENT } from '../../errors.ts';
import { loadConfig } from '../../../config.ts';
import { describeVulnerabilityById } from '../../../pipeline/queries/describe-vulnerability.ts';
import { withDatabase } from '../../command-database.ts';
import { printVulnerability } from './print-vulnerability.ts';
import { listSourceOverviews } from '../../../pipeline/advisories/data-state.ts';
import { describeSources } from './describe-sources.ts';

/** `assay advisories show <id>`: prints what the sources know about a vulnerability. */
export async function showAdvisory(id: string): Promise<void> {
  await withDatabase(loadConfig(), async (database) => {
    const now = new Date().toISOString();
    const known = await database.reference(async (tx) => await describeVulnerabilityById(tx, id, now));
    if (known === undefined) throw ADVISORY_ABSENT({ id });
    process.stdout.write(printVulnerability(known));
  });
}

/** `assay advisories status`: prints the status of the sources and their directories. */
export async function showStatus(): Promise<void> {
  await withDatabase(loadConfig(), async (database) => {
    const nowMs = Date.now();
    process.stdout.write(describeSources(await listSourceOverviews(database, nowMs), nowMs));
  });
}
