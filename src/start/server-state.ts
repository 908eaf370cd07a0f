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
      'The database role is a superuser or bypasses row-level security: the second wall between organizations is off. Use an ordinary role that owns the database.',
    );
  }
  for (const setting of server.weakSettings) {
    warnings.push(`The database has ${setting} off: an acknowledged upload may be lost when the machine fails.`);
  }
  return warnings;
}
