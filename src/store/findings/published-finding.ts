/** A finding of a version as its row tells it. Every query returns the part that it needs. */
import type { VersionFinding } from '../../core/history/findings/version-findings.ts';
import type { Severity } from '../../core/vocabulary/severity.ts';

export interface PublishedFinding extends Omit<VersionFinding, 'severityRank' | 'relevanceExpiresAt' | 'detail'> {
  /** Id of the row, as in the API. */
  readonly id: string;
  /** The finding of the service, or the one it was merged into. */
  readonly findingId: string;
  /** Equal in every version of the service. */
  readonly fingerprint: string;
  readonly severity: Severity;
  readonly componentVersion: string | null;
  /** When the service first had it. */
  readonly firstSeenAt: string;
}
