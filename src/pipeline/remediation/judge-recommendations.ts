/** Each recommendation of the version before, place by place, against what the documents of this version hold and what is open there. */
import { pairSlots } from '../../core/history/pair-documents.ts';
import { listUnseen, type SlotDocument } from '../../core/history/unseen-documents.ts';
import { rulesOf } from '../../core/identity/ecosystem.ts';
import type { Family } from '../../core/identity/package-identity.ts';
import { judgeOutcome, type PlaceNow, type VerifiedOutcome } from '../../core/remediation/outcome/verify.ts';
import { lineOf } from '../../core/remediation/targets/compatibility-line.ts';
import { schemeFor } from '../../core/versions/scheme-for.ts';
import type { PlacedComponent, PlacedFinding } from '../../store/remediation/placed-findings.ts';
import type { BasePlace, BaseRecommendation } from './plan-check.ts';

export interface VersionNow {
  /** Of which something could be read. */
  readonly documents: readonly BasePlace[];
  /** Of the packages that the recommendations speak of. */
  readonly components: readonly PlacedComponent[];
  /** Findings that are not filtered. */
  readonly open: readonly PlacedFinding[];
}

export interface JudgedBase {
  readonly recommendation: BaseRecommendation;
  readonly verified: VerifiedOutcome;
  /** Everything stands where it was to go, or above it. */
  readonly isFollowed: boolean;
  /** It stands exactly there: what was predicted has to be found. */
  readonly isExact: boolean;
}

export interface Circumstances {
  /** What the version before had documents of. */
  readonly documents: readonly BasePlace[];
  /** Ids of what an earlier version had done. */
  readonly wasApplied: ReadonlySet<string>;
  /** Ids of what is said differently by now. */
  readonly isReplaced: ReadonlySet<string>;
}

export function* judgeRecommendations(
  recommendations: readonly BaseRecommendation[],
  now: VersionNow,
  circumstances: Circumstances,
): Generator<JudgedBase> {
  const byPackage = Map.groupBy(now.components, (component) => component.package);
  const openOf = Map.groupBy(now.open, ({ findingId }) => findingId);
  const isAdvisedByOther = indexAdvised(recommendations);
  const slotsOf = new Map<string, ReadonlySet<string> | undefined>();
  const slotsAt = (place: BasePlace): ReadonlySet<string> | undefined => {
    const key = JSON.stringify([place.slot, place.image, place.versionName]);
    if (!slotsOf.has(key)) slotsOf.set(key, findSlots(place, now, circumstances));
    return slotsOf.get(key);
  };
  for (const recommendation of recommendations) {
    const { id, kind, to, packages } = recommendation;
    const components = packages.flatMap((key) => byPackage.get(key) ?? []);
    const findIn = (slots: ReadonlySet<string>): readonly Installed[] =>
      findInstalled(
        recommendation,
        components.filter(({ slot }) => slots.has(slot)),
        (version) => isAdvisedByOther(recommendation, version),
      );
    const open = recommendation.fixes.flatMap((finding) => openOf.get(finding) ?? []);
    const places = recommendation.places.map((place) => placeNow(place, slotsAt(place), { findIn, open }));
    const scheme = schemeOf(recommendation.family);
    const judged = {
      ...{ kind, target: to, fixes: recommendation.fixes },
      wasApplied: circumstances.wasApplied.has(id),
      isReplaced: circumstances.isReplaced.has(id),
    };
    const verified = judgeOutcome(judged, places, scheme);
    const steps = places.map((place) => compareWithTarget(recommendation, place, scheme));
    // Where no version was named, that it helped is all that can be known.
    const isFollowed =
      to === null && kind !== 'remove' ? verified.outcome === 'applied' : steps.every((step) => step >= 0);
    yield { recommendation, verified, isFollowed, isExact: isFollowed && steps.every((step) => step === 0) };
  }
}

/** Whether a version is to be changed by another recommendation: then it is not what became of this one. */
function indexAdvised(
  recommendations: readonly BaseRecommendation[],
): (recommendation: BaseRecommendation, version: string) => boolean {
  const advisers = new Map<string, Set<string>>();
  const keyOf = (packageKey: string, version: string): string => JSON.stringify([packageKey, version]);
  for (const { id, packages, from } of recommendations) {
    for (const key of packages.flatMap((each) => from.map((version) => keyOf(each, version)))) {
      const ids = advisers.get(key) ?? new Set();
      advisers.set(key, ids.add(id));
    }
  }
  return ({ id, to, packages }, version) => {
    if (version === to) return false;
    return packages.some((each) => {
      const ids = advisers.get(keyOf(each, version));
      return ids !== undefined && (ids.size > 1 || !ids.has(id));
    });
  };
}

interface Installed {
  readonly componentId: string;
  /** Null: no version that could be compared with the target, of a package that a package of the system has brought. */
  readonly version: string | null;
}

/** On the line of the recommendation, or on that of its target; where nothing is left there, wherever the package is now. */
function findInstalled(
  { family, line, to }: BaseRecommendation,
  components: readonly PlacedComponent[],
  isAdvisedByOther: (version: string) => boolean,
): readonly Installed[] {
  const isOfSystem = rulesOf(family as Family)?.distribution !== undefined;
  const all = components.map(({ componentId, identity }) => {
    const about = identity?.identity;
    if (about?.family !== family) return { componentId, version: null, isOnLine: true };
    const version = (isOfSystem ? about.source?.version : undefined) ?? identity?.version ?? '';
    const { release, module } = about;
    const lines = { family: family as Family, release, ...(module !== undefined && { module }) };
    const own = lineOf(lines, version) ?? null;
    const isOnLine =
      isOfSystem || line === null || own === line || (to !== null && own === (lineOf(lines, to) ?? null));
    return { componentId, version, isOnLine };
  });
  const onLine = all.filter(({ isOnLine }) => isOnLine);
  return onLine.length > 0 ? onLine : all.filter(({ version }) => version === null || !isAdvisedByOther(version));
}

interface Facts {
  /** Of the packages of the recommendation. */
  readonly findIn: (slots: ReadonlySet<string>) => readonly Installed[];
  readonly open: readonly PlacedFinding[];
}

function placeNow(place: BasePlace, slots: ReadonlySet<string> | undefined, { findIn, open }: Facts): PlaceNow {
  const name = place.image ?? place.slot;
  if (slots === undefined) return { place: name, isSeen: false, versions: [], open: [] };
  const here = findIn(slots);
  const components = new Set(here.map(({ componentId }) => componentId));
  const isOpen = (row: PlacedFinding): boolean =>
    components.has(row.componentId) && row.slots.some((slot) => slots.has(slot));
  return {
    place: name,
    isSeen: true,
    versions: here.flatMap(({ version }) => version ?? []),
    open: open.filter(isOpen).map(({ findingId }) => findingId),
  };
}

/** The slots where a place is now; undefined: its image was not uploaded. A document with another name is in a new slot. */
function findSlots(place: BasePlace, now: VersionNow, { documents }: Circumstances): ReadonlySet<string> | undefined {
  if (now.documents.length === 0) return undefined;
  const known = documents.find(({ slot }) => slot === place.slot) ?? place;
  const before = [known, ...documents.filter(({ slot }) => slot !== place.slot)].map(toSlotDocument);
  const after = now.documents.map(toSlotDocument);
  const pairs = pairSlots(before, after);
  const counterparts = pairs.get(place.slot) ?? [];
  if (counterparts.length > 0) return new Set(counterparts);
  if (listUnseen(before, after).some(({ slot }) => slot === place.slot)) return undefined;
  const taken = new Set([...pairs.values()].flat());
  return new Set(after.map(({ slot }) => slot).filter((slot) => !taken.has(slot)));
}

export function toSlotDocument(place: BasePlace): SlotDocument {
  return { ...place, id: place.slot, isRead: true };
}

function schemeOf(family: string): ReturnType<typeof schemeFor> {
  return schemeFor(rulesOf(family as Family)?.scheme ?? 'semver');
}

/** 0: exactly as advised; 1: beyond it; -1: not done, or nobody looked. */
function compareWithTarget(
  { kind, to }: BaseRecommendation,
  { isSeen, versions }: PlaceNow,
  scheme: ReturnType<typeof schemeFor>,
): number {
  if (!isSeen) return -1;
  if (kind === 'remove' || kind === 'replace') return versions.length === 0 ? 0 : -1;
  if (to === null || versions.length === 0) return -1;
  const target = scheme.parse(to);
  const signs = versions.map((version) => {
    const parsed = scheme.parse(version);
    return parsed === undefined || target === undefined ? -1 : Math.sign(scheme.compare(parsed, target));
  });
  return signs.includes(-1) ? -1 : Math.max(...signs);
}
