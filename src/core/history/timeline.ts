/**
 * Builds the timeline of one vulnerability over the versions of a service: its state in each version, and what changed since the
 * last analyzed version. Versions are in order of arrival; one that was not analyzed is skipped.
 */
import { explainChange, type ExplainedChange, type RecordChange, type ResultOrigin } from './changes/explain-change.ts';
import { explainStoredChange, type StoredCause } from './changes/explain-publication.ts';
import type { FindingDetail } from './findings/version-findings.ts';
import { listMissingDocuments, VERSIONS_MISSED_MAX, type SlotDocument } from './missing-documents.ts';
import type { TimelineChangeKind } from '../vocabulary/change.ts';
import type { EndedState, PresenceState } from '../vocabulary/finding.ts';
import type { Relevance } from '../vocabulary/relevance.ts';
import type { Severity } from '../vocabulary/severity.ts';

export interface PackagePresence {
  /** Package key without version. */
  readonly package: string;
  readonly name: string;
  readonly version: string | null;
  /** Slots of the documents that contain the package. */
  readonly slots: readonly string[];
}

export interface OpenPresence extends PackagePresence {
  readonly relevance: Relevance;
  readonly severity: Severity;
  readonly fix: FindingDetail['fix'];
  /** Ids of the advisories that report it. */
  readonly recordIds: readonly string[];
  /** ISO 8601. */
  readonly since: string;
}

/** The version had the finding and lost it. */
export interface EndedPresence {
  readonly as: EndedState;
  readonly at: string;
  readonly by: string | null;
  readonly detail: unknown;
  readonly recordIds: readonly string[];
}

export interface VersionPresence {
  readonly id: string;
  readonly name: string;
  readonly createdAt: string;
  /** Null: not analyzed yet. */
  readonly result: (ResultOrigin & { readonly at: string }) | null;
  readonly documents: readonly SlotDocument[];
  readonly held: readonly PackagePresence[];
  readonly open: readonly OpenPresence[];
  readonly ended: EndedPresence | null;
  /** Retention has deleted the components, so `held` is empty. */
  readonly isFrozen: boolean;
  /** The cause stored at publication, why the finding is there or gone; null where it was not stored. */
  readonly storedCause: StoredCause | null;
}

export interface TimelineRow {
  readonly version: VersionPresence;
  readonly state: PresenceState;
  /** Time since when the state is known; null while it is unknown. */
  readonly since: string | null;
  readonly change: TimelineChange | null;
}

export interface TimelineChange {
  readonly kind: TimelineChangeKind;
  readonly explained: ExplainedChange;
}

/**
 * `before` is the last analyzed version before the page, `firstVersionId` the first version that ever had the vulnerability,
 * `groupIds` its alias groups.
 */
export function toTimeline(
  versions: readonly VersionPresence[],
  about: {
    readonly before: VersionPresence | undefined;
    readonly firstVersionId: string | undefined;
    readonly groupIds: readonly string[];
    readonly records: readonly RecordChange[];
  },
): TimelineRow[] {
  let last = about.before;
  let missed = 0;
  // The vulnerability was seen before this page unless the page contains the first version that had it.
  let wasSeen = about.firstVersionId !== undefined && !versions.some(({ id }) => id === about.firstVersionId);
  return versions.map((version) => {
    if (last !== undefined && missed < VERSIONS_MISSED_MAX && isNotUploaded(version, last)) {
      missed += 1;
      return { version, state: 'not_uploaded', since: null, change: null };
    }
    const change = version.result === null ? null : findChange(version, last, { ...about, wasSeen });
    if (version.result !== null) {
      last = version;
      missed = 0;
    }
    wasSeen ||= version.id === about.firstVersionId;
    return { version, ...stateOf(version), change };
  });
}

/**
 * Not all documents that contained it were uploaded: the state is unknown, and the next version is compared with the last seen
 * one.
 */
function isNotUploaded({ open, ended, documents, result }: VersionPresence, last: VersionPresence): boolean {
  if (result === null || open.length > 0 || ended !== null || last.open.length === 0) return false;
  const unseen = new Set(listMissingDocuments(last.documents, documents).map(({ slot }) => slot));
  return last.open.some(({ slots }) => slots.some((slot) => unseen.has(slot)));
}

function stateOf({ open, ended, result }: VersionPresence): Pick<TimelineRow, 'state' | 'since'> {
  const [first] = open.map(({ since }) => since).toSorted();
  if (first !== undefined) return { state: 'open', since: first };
  if (result === null) return { state: 'not_analyzed', since: null };
  if (ended !== null) return { state: ended.as, since: ended.at };
  return { state: 'absent', since: result.at };
}

function findChange(
  version: VersionPresence,
  last: VersionPresence | undefined,
  about: { readonly groupIds: readonly string[]; readonly records: readonly RecordChange[]; readonly wasSeen: boolean },
): TimelineChange | null {
  const wasOpen = last !== undefined && last.open.length > 0;
  const isOpen = version.open.length > 0;
  if (!wasOpen && !isOpen) return null;
  const { from, to } = versionsOf(last?.open ?? [], version.open);
  if (wasOpen && isOpen && from.join('\n') === to.join('\n')) return null;
  const explained = explain(version, last, about);
  if (wasOpen && isOpen) return { kind: 'changed', explained };
  if (isOpen) return { kind: about.wasSeen ? 'reintroduced' : 'introduced', explained };
  return { kind: explained.cause === 'code' ? 'resolved' : 'retracted', explained };
}

function explain(
  version: VersionPresence,
  last: VersionPresence | undefined,
  { groupIds, records }: { readonly groupIds: readonly string[]; readonly records: readonly RecordChange[] },
): ExplainedChange {
  if (version.storedCause !== null && (version.isFrozen || last?.isFrozen === true))
    return explainStoredChange(version.storedCause, records);
  const recordIds = [...version.open, ...(last?.open ?? []), ...toList(version.ended)].flatMap(
    (each) => each.recordIds,
  );
  const { from, to } = versionsOf(last?.held ?? [], version.held);
  const origins = [last?.result ?? UNKNOWN, version.result ?? UNKNOWN] as const;
  // A notice that bundles vulnerabilities belongs to several groups; any of them explains the change.
  const speaking = records.map((record) => ({
    ...record,
    groupIds: record.groupIds.some((id) => groupIds.includes(id)) ? [GROUP] : [],
  }));
  return explainChange({ groupId: GROUP, recordIds, from, to }, ...origins, speaking);
}

const UNKNOWN: ResultOrigin = { snapshot: null, engineVersion: null };
const GROUP = 'this';

function toList<Item>(item: Item | null): Item[] {
  return item === null ? [] : [item];
}

/** With several packages, adds the package name to each version. */
function versionsOf(
  before: readonly PackagePresence[],
  after: readonly PackagePresence[],
): { readonly from: readonly string[]; readonly to: readonly string[] } {
  const isOne = new Set([...before, ...after].map((each) => each.package)).size < 2;
  const toTexts = (packages: readonly PackagePresence[]): string[] => {
    const texts = packages.map(({ name, version }) => (isOne ? (version ?? '') : `${name} ${version ?? ''}`));
    return [...new Set(texts)].toSorted();
  };
  return { from: toTexts(before), to: toTexts(after) };
}
