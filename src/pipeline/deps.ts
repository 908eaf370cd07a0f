/** Dependencies that `main.ts` passes to every pipeline function: database, queue, clock and new ids. */
import type { JobQueue } from '../queue/job-queue.ts';
import type { Database, OrgTx } from '../store/database.ts';
import { insertAuditEntry, type Actor, type NewAuditEntry } from '../store/people/audit.ts';
import type { ServiceScope } from '../store/portfolio/services.ts';
import type { AiServices } from './ai/ai-deps.ts';

export interface PipelineDeps {
  readonly database: Database;
  readonly queue: JobQueue;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly newId: () => string;
  /** Functions for asking models. Absent if AI is not available: then stored answers do not count. */
  readonly ai?: AiServices;
  /** Ends or stops the process at a named point when a crash test asks for it; does nothing otherwise. */
  readonly crashPoint: (name: CrashPoint) => void;
}

export type AiDeps = PipelineDeps & { readonly ai: AiServices };

/** The current time as ISO 8601, UTC. */
export function nowOf({ now }: Pick<PipelineDeps, 'now'>): string {
  return new Date(now()).toISOString();
}

/** In the order in which an upload reaches them; the last four belong to its analysis. */
export const UPLOAD_CRASH_POINTS = [
  'headers-read',
  'body-half',
  'body-complete',
  'checks-passed',
  'blob-half',
  'before-commit',
  'after-commit',
  'job-claimed',
  'inventory-kept',
  'findings-written',
  'analysis-finished',
] as const;

/** In the order in which a refresh of advisories reaches them, for each directory. */
export const REFRESH_CRASH_POINTS = [
  'advisories-reading',
  'advisories-staged',
  'advisories-in-merge',
  'advisories-merged',
] as const;

/** In the order in which new data reaches them on its way to the versions of an organization. */
export const APPLY_CRASH_POINTS = ['snapshot-matched', 'snapshot-asked'] as const;

/** In the order in which the question about a finding and the run around it reach them. */
export const ASSESSMENT_CRASH_POINTS = [
  'assessment-reserved',
  'assessment-answered',
  'assessment-saved',
  'assessment-done',
  'assessment-recorded',
] as const;

/** In the order in which the deletion of an organization reaches them; the last one after each table. */
export const DELETION_CRASH_POINTS = ['organization-marked', 'organization-emptied-in-part'] as const;

export type CrashPoint =
  | (typeof UPLOAD_CRASH_POINTS)[number]
  | (typeof REFRESH_CRASH_POINTS)[number]
  | (typeof APPLY_CRASH_POINTS)[number]
  | (typeof ASSESSMENT_CRASH_POINTS)[number]
  | (typeof DELETION_CRASH_POINTS)[number];

/** The actor that requests a change, and the organization. */
export interface Caller {
  readonly orgId: string;
  readonly actor: Actor;
  readonly services: ServiceScope;
  readonly requestId: string;
}

/** Writes the audit entry of a change, in the transaction of the change; `kind` and `id` name what was changed. */
export async function recordChange(
  deps: Pick<PipelineDeps, 'newId'>,
  tx: OrgTx,
  { actor, requestId }: Pick<Caller, 'actor' | 'requestId'>,
  { kind, id, ...change }: NewAuditEntry['subject'] & Pick<NewAuditEntry, 'at' | 'action' | 'before' | 'after'>,
): Promise<void> {
  await insertAuditEntry(tx, { ...change, id: deps.newId(), actor, requestId, subject: { kind, id } });
}

/** Version of the matching engine that produced a result. */
export const ENGINE_VERSION = '9';

/**
 * Version of the SBOM parsers that produced an inventory. A document parsed by an older version is parsed again by its next
 * analysis.
 */
export const READER_VERSION = 8;

/** Version of the advisory parsers. A directory parsed by an older version is read again completely. */
export const ADVISORY_READER_VERSION = 6;
