/**
 * `assay advisories`: syncs the sources now instead of on schedule, shows their status and records, and exports them for
 * installations without a network. It works with or without a running Assay; a lease keeps two processes from importing the same
 * source.
 */
import { exportAdvisories } from './export.ts';
import { importAdvisories } from './import.ts';
import { sync } from './sync.ts';
import { ADVISORY_ABSENT } from '../../errors.ts';
import { loadConfig } from '../../../config.ts';
import { describeVulnerabilityById } from '../../../pipeline/queries/describe-vulnerability.ts';
import { withDatabase } from '../../command-database.ts';
import { parseArguments, runAction } from '../../terminal/parse-arguments.ts';
import { printVulnerability } from './print-vulnerability.ts';
import { listSourceOverviews } from '../../../pipeline/advisories/data-state.ts';
import { describeSources } from './describe-sources.ts';

export async function advisories(parameters: readonly string[]): Promise<void> {
  await runAction('advisories', { sync, status, show, export: exportAdvisories, import: importAdvisories }, parameters);
}

/** `assay advisories show <id>`: prints what the sources know about a vulnerability. */
async function show(parameters: readonly string[]): Promise<void> {
  const { places } = parseArguments('advisories show', parameters, {}, ['an id, for example CVE-2021-44228']);
  const [id = ''] = places;
  await withDatabase(loadConfig(), async (database) => {
    const now = new Date().toISOString();
    const known = await database.reference(async (tx) => await describeVulnerabilityById(tx, id, now));
    if (known === undefined) throw ADVISORY_ABSENT({ id });
    process.stdout.write(printVulnerability(known));
  });
}

/** `assay advisories status`: prints the status of the sources and their directories. */
async function status(parameters: readonly string[]): Promise<void> {
  parseArguments('advisories status', parameters, {});
  await withDatabase(loadConfig(), async (database) => {
    const nowMs = Date.now();
    process.stdout.write(describeSources(await listSourceOverviews(database, nowMs), nowMs));
  });
}
