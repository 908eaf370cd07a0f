/** `assay advisories show <id>`: prints what the sources know about a vulnerability. */
import { loadConfig } from '../../../config.ts';
import { describeVulnerabilityById } from '../../../pipeline/queries/describe-vulnerability.ts';
import { withDatabase } from '../../command-database.ts';
import { ADVISORY_ABSENT } from '../../errors.ts';
import { parseArguments } from '../../terminal/parse-arguments.ts';
import { printVulnerability } from './print-vulnerability.ts';

export async function show(parameters: readonly string[]): Promise<void> {
  const { places } = parseArguments('advisories show', parameters, {}, ['an id, for example CVE-2021-44228']);
  const [id = ''] = places;
  await withDatabase(loadConfig(), async (database) => {
    const now = new Date().toISOString();
    const known = await database.reference(async (tx) => await describeVulnerabilityById(tx, id, now));
    if (known === undefined) throw ADVISORY_ABSENT({ id });
    process.stdout.write(printVulnerability(known));
  });
}
