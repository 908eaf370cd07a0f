/**
 * Evaluates each recommendation of the previous version, place by place, against the components and open findings of this
 * version.
 */
import { pairSlots } from '../../../core/history/pair-documents.ts';
import { listMissingDocuments, type SlotDocument } from '../../../core/history/missing-documents.ts';
import { rulesOf } from '../../../core/identity/ecosystems/ecosystem.ts';
import { judgeOutcome, type CurrentPlace, type VerifiedOutcome } from '../../../core/remediation/outcome.ts';
import { lineOf } from '../../../core/remediation/targets/compatibility.ts';
import { schemeFor } from '../../../core/versions/schemes/scheme-for.ts';
import type { Family } from '../../../core/vocabulary/package.ts';
import type { SlotComponent, SlotFinding } from '../../../store/remediation/slot-findings.ts';
import type { BasePlace, BaseRecommendation } from '../plan/version-plan.ts';

export interface CurrentVersion {
  /** Documents that could be read. */
  readonly documents: readonly BasePlace[];
  /** Components of the packages that the recommendations name. */
  readonly components: readonly SlotComponent[];
  /** Findings that are not filtered. */
  readonly open: readonly SlotFinding[];
}

export interface EvaluatedRecommendation {
  readonly recommendation: BaseRecommendation;
  readonly verified: VerifiedOutcome;
  /** Every place has the target version or a higher one. */
  readonly isFollowed: boolean;
  /** Every place has exactly the target version, so the prediction must match. */
  readonly isExact: boolean;
}

export interface RecommendationContext {
  /** Documents of the previous version. */
  readonly documents: readonly BasePlace[];
  /** Ids of recommendations that an earlier version had applied. */
  readonly wasApplied: ReadonlySet<string>;
  /** Ids of recommendations that have another target by now. */
  readonly isReplaced: ReadonlySet<string>;
}

export function* evaluateRecommendations(
  recommendations: readonly BaseRecommendation[],
  now: CurrentVersion,
  circumstances: RecommendationContext,
): Generator<EvaluatedRecommendation> {
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
    const places = recommendation.places.map((place) => toPlaceNow(place, slotsAt(place), { findIn, open }));
    const scheme = schemeOf(recommendation.family);
    const judged = {
      kind,
      target: to,
      fixes: recommendation.fixes,
      wasApplied: circumstances.wasApplied.has(id),
      isReplaced: circumstances.isReplaced.has(id),
    };
    const verified = judgeOutcome(judged, places, scheme);
    const steps = places.map((place) => compareWithTarget(recommendation, place, scheme));
    // Without a target version, only the outcome shows that it was followed.
    const isFollowed =
      to === null && kind !== 'remove' ? verified.outcome === 'applied' : steps.every((step) => step >= 0);
    yield { recommendation, verified, isFollowed, isExact: isFollowed && steps.every((step) => step === 0) };
  }
}

/** Whether another recommendation covers the version: then it is not the result of this one. */
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
  /** Null if there is no version comparable with the target, for a package that a system package has brought in. */
  readonly version: string | null;
}

/** Looks in the release line of the recommendation and of its target; if the package is in neither, anywhere. */
function findInstalled(
  { family, line, to }: BaseRecommendation,
  components: readonly SlotComponent[],
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
  /** Finds the packages of the recommendation. */
  readonly findIn: (slots: ReadonlySet<string>) => readonly Installed[];
  readonly open: readonly SlotFinding[];
}

function toPlaceNow(place: BasePlace, slots: ReadonlySet<string> | undefined, { findIn, open }: Facts): CurrentPlace {
  const name = place.image ?? place.slot;
  if (slots === undefined) return { place: name, isSeen: false, versions: [], open: [] };
  const here = findIn(slots);
  const components = new Set(here.map(({ componentId }) => componentId));
  const isOpen = (row: SlotFinding): boolean =>
    components.has(row.componentId) && row.slots.some((slot) => slots.has(slot));
  return {
    place: name,
    isSeen: true,
    versions: here.flatMap(({ version }) => version ?? []),
    open: open.filter(isOpen).map(({ findingId }) => findingId),
  };
}

/** Returns the current slots of a place, or undefined if its image was not uploaded. A renamed document is in a new slot. */
function findSlots(
  place: BasePlace,
  now: CurrentVersion,
  { documents }: RecommendationContext,
): ReadonlySet<string> | undefined {
  if (now.documents.length === 0) return undefined;
  const known = documents.find(({ slot }) => slot === place.slot) ?? place;
  const before = [known, ...documents.filter(({ slot }) => slot !== place.slot)].map(toSlotDocument);
  const after = now.documents.map(toSlotDocument);
  const pairs = pairSlots(before, after);
  const counterparts = pairs.get(place.slot) ?? [];
  if (counterparts.length > 0) return new Set(counterparts);
  if (listMissingDocuments(before, after).some(({ slot }) => slot === place.slot)) return undefined;
  const taken = new Set([...pairs.values()].flat());
  return new Set(after.map(({ slot }) => slot).filter((slot) => !taken.has(slot)));
}

export function toSlotDocument(place: BasePlace): SlotDocument {
  return { ...place, id: place.slot, isRead: true };
}

function schemeOf(family: string): ReturnType<typeof schemeFor> {
  return schemeFor(rulesOf(family as Family)?.scheme ?? 'semver');
}

/** Returns 0 for exactly the target, 1 for beyond it, and -1 for not done or not seen. */
function compareWithTarget(
  { kind, to }: BaseRecommendation,
  { isSeen, versions }: CurrentPlace,
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
