/**
 * Explains why findings of a version appeared or disappeared with a publication. A component that was added, removed or replaced
 * explains the change. If the component did not change, the cause is the advisories or the matching engine; a finding that
 * disappears that way is retracted, not resolved.
 */
import { versionsOf, type PresentFinding } from './compare-findings.ts';
import {
  explainChange,
  toShownRecord,
  VERSIONS_SHOWN_MAX,
  type ExplainedChange,
  type RecordChange,
  type ResultOrigin,
} from './explain-change.ts';
import type { Cause, PresenceChange } from '../../vocabulary/change.ts';

/** Stored with a row and reported in an event: the component, the record and its revision, or the engine. */
export type CauseDetail =
  | {
      readonly component: string;
      readonly from: readonly string[];
      readonly to: readonly string[];
      /** The deleted document that contained the component. */
      readonly deletedSbom?: string;
    }
  | {
      readonly record: string | null;
      readonly change: RecordChange['change'];
      readonly modified: string | null;
      readonly snapshot: number | null;
    }
  | { readonly from: string; readonly to: string };

export interface FindingChange {
  readonly findingId: string;
  readonly kind: PresenceChange;
  readonly cause: Cause;
  readonly detail: CauseDetail;
  readonly finding: PresentFinding;
}

/** A component of a package with introduced or resolved findings, and which sides contain it. */
export interface ComparedComponent {
  readonly componentId: string;
  readonly package: string;
  readonly version: string | null;
  readonly before: boolean;
  readonly now: boolean;
}

export interface PublicationFacts {
  /** Undefined for the first publication. */
  readonly base: ResultOrigin | undefined;
  readonly head: ResultOrigin;
  readonly held: readonly ComparedComponent[];
  /** Changed since the base. */
  readonly records: readonly RecordChange[];
  /** Evidence records by finding id. */
  readonly recordIds: ReadonlyMap<string, readonly string[]>;
  /** Deleted documents that contained a finding, by finding id. */
  readonly deletedSboms?: ReadonlyMap<string, string>;
  /** Whether the service never had the finding before. */
  readonly isNew: (findingId: string) => boolean;
  /** Whether this version, or the one it is compared with, had the finding before and lost it. */
  readonly isLost: (findingId: string) => boolean;
}

/** Returns the findings whose component did not change: records have to be looked up only for these. */
export function listUnexplained<Finding extends PresentFinding>(
  findings: readonly Finding[],
  held: readonly ComparedComponent[],
): Finding[] {
  const stayed = listUnchangedComponents(held);
  return findings.filter((finding) => isUnchanged(finding, stayed));
}

export function explainPublication(
  { begun, ended }: { readonly begun: readonly PresentFinding[]; readonly ended: readonly PresentFinding[] },
  facts: PublicationFacts,
): FindingChange[] {
  const stayed = listUnchangedComponents(facts.held);
  const versions = Map.groupBy(facts.held, (held) => held.package);
  const explain = (finding: PresentFinding): StoredCause =>
    explainOne(finding, { ...facts, stayed, held: versions.get(finding.places[0].package) ?? [] });
  return [
    ...begun.map((finding) => {
      const { cause, detail } = explain(finding);
      const kind = isFirst(finding, cause, facts) ? ('introduced' as const) : ('reintroduced' as const);
      return { findingId: finding.findingId, finding, cause, detail, kind };
    }),
    ...ended.map((finding) => {
      const { cause, detail } = explain(finding);
      const kind = cause === 'code' ? ('resolved' as const) : ('retracted' as const);
      return { findingId: finding.findingId, finding, cause, detail, kind };
    }),
  ];
}

/**
 * An advisory introduces a finding in each version of a service separately; a code change reintroduces one that the service
 * already had.
 */
function isFirst({ findingId }: PresentFinding, cause: Cause, { base, isNew, isLost }: PublicationFacts): boolean {
  return base === undefined || isNew(findingId) || (cause !== 'code' && !isLost(findingId));
}

function explainOne(
  finding: PresentFinding,
  facts: PublicationFacts & { readonly stayed: ReadonlySet<string> },
): StoredCause {
  const [{ groupId, packageName }] = finding.places;
  const deletedSbom = facts.deletedSboms?.get(finding.findingId);
  const code = {
    component: packageName,
    ...toVersions(finding, facts),
    ...(deletedSbom !== undefined && { deletedSbom }),
  };
  if (facts.base === undefined || !isUnchanged(finding, facts.stayed)) return { cause: 'code', detail: code };
  const recordIds = facts.recordIds.get(finding.findingId) ?? [];
  const asked = { groupId, recordIds, from: [], to: [] };
  const { cause, records, engine } = explainChange(asked, facts.base, facts.head, facts.records);
  if (cause === 'code') return { cause, detail: code };
  if (engine !== null) return { cause, detail: engine };
  const record = records.find(({ id }) => recordIds.includes(id)) ?? records[0];
  // No record of the finding changed: aliases were linked or unlinked, or a date has passed.
  if (record === undefined)
    return {
      cause,
      detail: { record: recordIds[0] ?? null, change: 'revised', modified: null, snapshot: facts.head.snapshot },
    };
  const { id, change, modified, snapshot } = record;
  return { cause, detail: { record: id, change, modified, snapshot } };
}

/** Returns the versions of the package on both sides; without a base, only the current ones are known. */
function toVersions(
  finding: PresentFinding,
  { base, held }: PublicationFacts,
): { readonly from: readonly string[]; readonly to: readonly string[] } {
  if (base === undefined) return { from: [], to: versionsOf(finding).slice(0, VERSIONS_SHOWN_MAX) };
  const pick = (side: 'before' | 'now'): string[] =>
    [...new Set(held.filter((each) => each[side]).flatMap(({ version }) => version ?? []))]
      .toSorted()
      .slice(0, VERSIONS_SHOWN_MAX);
  return { from: pick('before'), to: pick('now') };
}

function listUnchangedComponents(held: readonly ComparedComponent[]): ReadonlySet<string> {
  return new Set(held.filter(({ before, now }) => before && now).map(({ componentId }) => componentId));
}

function isUnchanged({ places }: PresentFinding, stayed: ReadonlySet<string>): boolean {
  return places.some(({ componentId }) => stayed.has(componentId));
}

export type StoredCause = Pick<FindingChange, 'cause' | 'detail'>;

/**
 * Explains from the stored cause why a finding appeared or disappeared, for versions whose components were deleted and cannot be
 * compared. `records` are the candidates: only they tell which source a record is from.
 */
export function explainStoredChange({ cause, detail }: StoredCause, records: readonly RecordChange[]): ExplainedChange {
  const nothing = { cause, component: null, records: [], engine: null };
  if ('component' in detail) return { ...nothing, component: { from: detail.from, to: detail.to } };
  if (!('record' in detail)) return { ...nothing, engine: { from: detail.from, to: detail.to } };
  const matching = records.filter(({ id, snapshot }) => id === detail.record && snapshot === detail.snapshot);
  return {
    ...nothing,
    records: matching.map(toShownRecord),
  };
}
