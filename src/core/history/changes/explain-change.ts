/**
 * Explains why a finding is in one of two results and not in the other. The package versions are compared first, because they
 * explain most changes; then the advisories that changed between both snapshots; then the version of the matching engine.
 */
import { isSameList } from '../../collections/text-lists.ts';
import type { Cause, RecordChangeKind } from '../../vocabulary/change.ts';

/** Data and engine that produced a result; null where they were not stored. */
export interface ResultOrigin {
  readonly snapshot: number | null;
  readonly engineVersion: string | null;
}

/** A record that a snapshot added, replaced or removed. */
export interface RecordChange {
  readonly source: string;
  readonly id: string;
  readonly change: RecordChangeKind;
  /** ISO 8601, as stated in the record. */
  readonly modified: string;
  readonly snapshot: number;
  /** Vulnerabilities that the record describes; empty when it was deleted. */
  readonly groupIds: readonly string[];
}

export interface ExplainedChange {
  readonly cause: Cause;
  /** Versions of the package before and after; null unless the cause is `code`. */
  readonly component: { readonly from: readonly string[]; readonly to: readonly string[] } | null;
  readonly records: readonly Omit<RecordChange, 'groupIds'>[];
  readonly engine: { readonly from: string; readonly to: string } | null;
  /** For the causes `decision` and `profile`: what hides the finding on the side that does not show it. */
  readonly hiddenBy?: HidingReason;
}

/** Why a version does not show a finding that it has. */
export interface HidingReason {
  readonly cause: Extract<Cause, 'decision' | 'profile' | 'reachability'>;
  readonly by: string;
  readonly code: string;
  readonly text: string;
}

export interface ChangeToExplain {
  readonly groupId: string;
  /** Known evidence records of the finding. A deleted record is in no group any more, so it is found only by its id. */
  readonly recordIds: readonly string[];
  readonly from: readonly string[];
  readonly to: readonly string[];
  /** Set when one of the sides has the finding but does not show it. */
  readonly hiddenBy?: HidingReason | undefined;
}

/** Per side. Otherwise a document with thousands of versions of one package would list them with every finding. */
export const VERSIONS_SHOWN_MAX = 20;

export function explainChange(
  change: ChangeToExplain,
  base: ResultOrigin,
  head: ResultOrigin,
  changes: readonly RecordChange[],
): ExplainedChange {
  const component = { from: change.from.slice(0, VERSIONS_SHOWN_MAX), to: change.to.slice(0, VERSIONS_SHOWN_MAX) };
  const byCode = { cause: 'code' as const, component, ...NOTHING };
  if (!isSameList(change.from, change.to)) return byCode;
  const { hiddenBy } = change;
  if (hiddenBy !== undefined) return { cause: hiddenBy.cause, component: null, ...NOTHING, hiddenBy };
  const records = changes.filter((record) => isBetween(record, base, head) && isAbout(record, change));
  const engine = findEngineChange(base, head);
  if (records.length === 0 && engine !== null) return { cause: 'engine', component: null, records: [], engine };
  // Same data and same engine: something else in the document differs, for instance the package that pulls this one in.
  if (records.length === 0 && base.snapshot !== null && base.snapshot === head.snapshot) return byCode;
  return {
    cause: 'advisory',
    component: null,
    records: records.slice(0, RECORDS_SHOWN_MAX).map(toShownRecord),
    engine: null,
  };
}

export function toShownRecord({
  source,
  id,
  change,
  modified,
  snapshot,
}: RecordChange): ExplainedChange['records'][number] {
  return { source, id, change, modified, snapshot };
}

const NOTHING = { records: [], engine: null } as const;
const RECORDS_SHOWN_MAX = 10;

/** Either side may be the newer one: a version that is no longer watched keeps its old result. */
function isBetween({ snapshot }: RecordChange, base: ResultOrigin, head: ResultOrigin): boolean {
  if (base.snapshot === null || head.snapshot === null) return false;
  const [low, high] = base.snapshot < head.snapshot ? [base, head] : [head, base];
  return snapshot > (low.snapshot ?? 0) && snapshot <= (high.snapshot ?? 0);
}

function isAbout({ id, groupIds }: RecordChange, { groupId, recordIds }: ChangeToExplain): boolean {
  return groupIds.includes(groupId) || recordIds.includes(id);
}

function findEngineChange(base: ResultOrigin, head: ResultOrigin): ExplainedChange['engine'] {
  if (base.engineVersion === null || head.engineVersion === null) return null;
  if (base.engineVersion === head.engineVersion) return null;
  return { from: base.engineVersion, to: head.engineVersion };
}
