/** `assay advisories status`: prints the status of the sources and their directories. */
import { loadConfig } from '../../../config.ts';
import { listSourceOverviews } from '../../../pipeline/advisories/source-overview.ts';
import { withDatabase } from '../../command-database.ts';
import { parseArguments } from '../../terminal/parse-arguments.ts';
import { describeSources } from './describe-sources.ts';

export async function status(parameters: readonly string[]): Promise<void> {
  parseArguments('advisories status', parameters, {});
  await withDatabase(loadConfig(), async (database) => {
    const nowMs = Date.now();
    process.stdout.write(describeSources(await listSourceOverviews(database, nowMs), nowMs));
  });
}
