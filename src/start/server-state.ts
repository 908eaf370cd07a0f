/** The state of the parts of Assay, for readiness, metrics and warnings at startup. */
import { listSourceOverviews, type SourceOverview } from '../pipeline/advisories/source-overview.ts';
import type { Database } from '../store/database.ts';
import type { MigrationReport } from '../store/migrate.ts';

/** Returns the sources that are fetched, or that had data before they were disabled. */
export async function listUsedSources(database: Database): Promise<SourceOverview[]> {
  const sources = await listSourceOverviews(database, Date.now());
  return sources.filter(({ enabled, records }) => enabled || records > 0);
}

export function listServerWarnings({ server }: MigrationReport): string[] {
  const warnings = [];
  if (!server.rowSecurityBinds) {
    warnings.push(
      'The database role bypasses row-level security, the second barrier between organizations. Use a role that owns the database and is neither a superuser nor has BYPASSRLS.',
    );
  }
  for (const setting of server.weakSettings) {
    warnings.push(
      `The database setting ${setting} is off: an acknowledged upload can be lost if the machine fails. Turn it on in the server configuration.`,
    );
  }
  return warnings;
}
