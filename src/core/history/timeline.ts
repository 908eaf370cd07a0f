/**
 * One vulnerability over the versions of a service: its state in each, and what changed since the last version before that was
 * analyzed. Order is order of arrival; a version that nobody has analyzed changes nothing and is passed over.
 */
import type { Severity } from '../advisory/advisory.ts';
import type { FixState } from '../remediation/fix-of-finding.ts';
import { explainChange, type ExplainedChange, type RecordChange, type ResultOrigin } from './explain-change.ts';
import { recallChange, type StoredCause } from './recall-change.ts';
import { listUnseen, VERSIONS_MISSED_MAX, type SlotDocument } from './unseen-documents.ts';

export interface HeldPackage {
  /** Package without version. */
  readonly package: string;
  readonly name: string;
  readonly version: string | null;
  /** Of the documents that hold it. */
  readonly slots: readonly string[];
}

export interface OpenPresence extends HeldPackage {
  readonly relevance: 'relevant' | 'deprioritized' | 'not_relevant';
  readonly severity: Severity;
  readonly fix: { readonly state: FixState; readonly versions: readonly string[] };
  /** Of the advisories that say so. */
  readonly recordIds: readonly string[];
  /** ISO 8601. */
  readonly since: string;
}

/** The version had it once. */
export interface EndedPresence {
  readonly as: 'resolved' | 'retracted';
  readonly at: string;
  readonly by: string | null;
  readonly detail: unknown;
  readonly recordIds: readonly string[];
}

export interface VersionPresence {
  readonly id: string;
  readonly name: string;
  readonly createdAt: string;
  /** Null: nobody has analyzed it yet. */
  readonly result: (ResultOrigin & { readonly at: string }) | null;
  readonly documents: readonly SlotDocument[];
  readonly held: readonly HeldPackage[];
  readonly open: readonly OpenPresence[];
  readonly ended: EndedPresence | null;
  /** Retention has removed what it held, so that `held` says nothing. */
  readonly isFrozen: boolean;
  /** Why it has what it has, or has it no more, as it was told when that was published; null where it was not kept. */
  readonly told: StoredCause | null;
}

/** Not seen: something that held it in the version before was not sent for this one. */
export type PresenceState = 'open' | 'resolved' | 'retracted' | 'absent' | 'not_seen' | 'not_analyzed';

export interface TimelineRow {
  readonly version: VersionPresence;
  readonly state: PresenceState;
  /** Since when the state is known; null while nothing is. */
  readonly since: string | null;
  readonly change: TimelineChange | null;
}

export interface TimelineChange {
  readonly kind: 'introduced' | 'reintroduced' | 'resolved' | 'retracted' | 'changed';
  readonly explained: ExplainedChange;
}

/**
 * `before` is the last analyzed version before the first one; `firstVersionId` the first that ever had it; `groupIds` what the
 * vulnerability is filed under.
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
  // Whatever comes before the page has it for the first time only when the page holds that version.
  let wasSeen = about.firstVersionId !== undefined && !versions.some(({ id }) => id === about.firstVersionId);
  return versions.map((version) => {
    if (last !== undefined && missed < VERSIONS_MISSED_MAX && isUnseen(version, last)) {
      missed += 1;
      return { version, state: 'not_seen', since: null, change: null };
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

/** Nobody looked everywhere where it was: that changes nothing, and the next version is compared with the one before. */
function isUnseen({ open, ended, documents, result }: VersionPresence, last: VersionPresence): boolean {
  if (result === null || open.length > 0 || ended !== null || last.open.length === 0) return false;
  const unseen = new Set(listUnseen(last.documents, documents).map(({ slot }) => slot));
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
  if (version.told !== null && (version.isFrozen || last?.isFrozen === true))
    return recallChange(version.told, records);
  const recordIds = [...version.open, ...(last?.open ?? []), ...toList(version.ended)].flatMap(
    (each) => each.recordIds,
  );
  const { from, to } = versionsOf(last?.held ?? [], version.held);
  const origins = [last?.result ?? UNKNOWN, version.result ?? UNKNOWN] as const;
  // A notice that bundles vulnerabilities has several; the one that speaks for the change is as good as any.
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

/** Of several packages the name tells which one. */
function versionsOf(
  before: readonly HeldPackage[],
  after: readonly HeldPackage[],
): { readonly from: readonly string[]; readonly to: readonly string[] } {
  const isOne = new Set([...before, ...after].map((each) => each.package)).size < 2;
  const toTexts = (packages: readonly HeldPackage[]): string[] => {
    const texts = packages.map(({ name, version }) => (isOne ? (version ?? '') : `${name} ${version ?? ''}`));
    return [...new Set(texts)].toSorted();
  };
  return { from: toTexts(before), to: toTexts(after) };
}
