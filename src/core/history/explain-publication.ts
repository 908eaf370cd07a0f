/**
 * Why findings of a version have begun or ended with a publication, and what is told of it. A component that is new, gone or
 * another one explains it; a component that was there all the time does not, and then it is what advisories say, or how we read
 * them. What ended without the code having changed was retracted, not resolved.
 */
import { versionsOf, type FindingPresence, type PresentFinding } from './compare-findings.ts';
import {
  explainChange,
  type Cause,
  type RecordChange,
  type ResultOrigin,
  VERSIONS_SHOWN_MAX,
} from './explain-change.ts';

export type ChangeKind = 'introduced' | 'reintroduced' | 'resolved' | 'retracted';

/** What is stored with a row and told in an event: the component, the record and its revision, or the engine. */
export type CauseDetail =
  | {
      readonly component: string;
      readonly from: readonly string[];
      readonly to: readonly string[];
      /** The document that held it was deleted. */
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
  readonly kind: ChangeKind;
  readonly cause: Cause;
  readonly detail: CauseDetail;
  readonly finding: PresentFinding;
}

/** A component of a package that has begun or ended to be affected, and which of both sides hold it. */
export interface HeldVersion {
  readonly componentId: string;
  readonly package: string;
  readonly version: string | null;
  readonly before: boolean;
  readonly now: boolean;
}

export interface PublicationFacts {
  /** Undefined: nothing was published before. */
  readonly base: ResultOrigin | undefined;
  readonly head: ResultOrigin;
  readonly held: readonly HeldVersion[];
  /** Since the base. */
  readonly records: readonly RecordChange[];
  /** Records that spoke for a finding, by its id. */
  readonly recordIds: ReadonlyMap<string, readonly string[]>;
  /** Documents that held a finding and were deleted, by its id. */
  readonly deletedSboms?: ReadonlyMap<string, string>;
  /** Findings that the service has never had before. */
  readonly isNew: (findingId: string) => boolean;
  /** Findings that the version itself, or the one it is compared with, once had and lost. */
  readonly isLost: (findingId: string) => boolean;
}

/** Those whose component was there all the time: only for them the records have to be looked up. */
export function listUnexplained<Finding extends PresentFinding>(
  findings: readonly Finding[],
  held: readonly HeldVersion[],
): Finding[] {
  const stayed = toStayed(held);
  return findings.filter((finding) => isStayed(finding, stayed));
}

export function explainPublication(
  { begun, ended }: { readonly begun: readonly PresentFinding[]; readonly ended: readonly PresentFinding[] },
  facts: PublicationFacts,
): FindingChange[] {
  const stayed = toStayed(facts.held);
  const versions = Map.groupBy(facts.held, (held) => held.package);
  const explain = (finding: PresentFinding): Pick<FindingChange, 'cause' | 'detail'> =>
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

/** A record that speaks of many versions of a service begins anew in each of them; code brings back what the service has had. */
function isFirst({ findingId }: PresentFinding, cause: Cause, { base, isNew, isLost }: PublicationFacts): boolean {
  return base === undefined || isNew(findingId) || (cause !== 'code' && !isLost(findingId));
}

function explainOne(
  finding: PresentFinding,
  facts: PublicationFacts & { readonly stayed: ReadonlySet<string> },
): Pick<FindingChange, 'cause' | 'detail'> {
  const [{ groupId, packageName }] = finding.places;
  const deletedSbom = facts.deletedSboms?.get(finding.findingId);
  const code = {
    component: packageName,
    ...toVersions(finding, facts),
    ...(deletedSbom !== undefined && { deletedSbom }),
  };
  if (facts.base === undefined || !isStayed(finding, facts.stayed)) return { cause: 'code', detail: code };
  const recordIds = facts.recordIds.get(finding.findingId) ?? [];
  const asked = { groupId, recordIds, from: [], to: [] };
  const { cause, records, engine } = explainChange(asked, facts.base, facts.head, facts.records);
  if (cause === 'code') return { cause, detail: code };
  if (engine !== null) return { cause, detail: engine };
  const record = records.find(({ id }) => recordIds.includes(id)) ?? records[0];
  // Nothing that was said of it has changed by itself: ids were tied together or parted, or a time has come.
  if (record === undefined)
    return {
      cause,
      detail: { record: recordIds[0] ?? null, change: 'revised', modified: null, snapshot: facts.head.snapshot },
    };
  const { id, change, modified, snapshot } = record;
  return { cause, detail: { record: id, change, modified, snapshot } };
}

/** Versions of the package on both sides; without a base only what is there now is known. */
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

function toStayed(held: readonly HeldVersion[]): ReadonlySet<string> {
  return new Set(held.filter(({ before, now }) => before && now).map(({ componentId }) => componentId));
}

function isStayed({ places }: PresentFinding<FindingPresence>, stayed: ReadonlySet<string>): boolean {
  return places.some(({ componentId }) => stayed.has(componentId));
}
