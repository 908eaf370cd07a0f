/**
 * Orders the actions of a plan: the action with the most urgent findings first, then the one that removes the most risk for its
 * effort. A finding counts for the first action that fixes it, so the remaining actions are weighed again, and an action with
 * nothing left to fix is covered. An unverified action is ordered by what it may fix, but fixes nothing: it removes no risk and
 * covers no other action.
 */
import type { Steps } from '../../steps.ts';
import { isVerified, type DraftAction, type PlanAction } from './plan-action.ts';
import type { PlanFinding } from './plan-input.ts';
import { sumTenths, type FactsOf } from '../targets/target.ts';
import { compareText } from '../../text/compare-text.ts';
import type { UrgentReason } from '../../vocabulary/remediation.ts';

export interface OrderedActions {
  readonly actions: readonly PlanAction[];
  /** Actions whose findings are all fixed by others. */
  readonly covered: readonly CoveredAction[];
  /** Findings that no verified action fixes. */
  readonly open: readonly PlanFinding[];
  /** Filtered findings that the actions fix in addition. */
  readonly wouldAlsoFix: number;
}

interface CoveredAction {
  readonly action: string;
  /** The name of its package. */
  readonly package: string;
  readonly by: string;
}

interface OrderFacts {
  readonly findings: readonly PlanFinding[];
  readonly factsOf: FactsOf;
  readonly urgentUntil: string;
}

export function* orderActions(drafts: readonly DraftAction[], facts: OrderFacts): Steps<OrderedActions> {
  const byId = new Map(facts.findings.map((finding) => [finding.id, finding]));
  const counted = new Map(
    facts.findings.filter(({ isFiltered }) => !isFiltered).map((finding) => [finding.id, finding]),
  );
  const done = new FixedPlaces();
  const endedBy = new Map<string, string>();
  const actions: PlanAction[] = [];
  const covered: CoveredAction[] = [];
  const brought = new Set<string>();
  const weigh = (draft: DraftAction): WeighedAction => weighAction(draft, counted, { done, brought }, facts);

  // Weights only decrease, so an action whose weight is still valid at the head of the queue is the heaviest.
  const waiting: WeighedAction[] = [];
  for (const draft of drafts) {
    const weighed = weigh(draft);
    if (weighed.addressed.length > 0) waiting.push(weighed);
    yield;
  }
  waiting.sort(compareWeighed);
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const now = weigh(next.draft);
    yield;
    if (now.addressed.length === 0) {
      const { id: action, package: about } = next.draft;
      covered.push({ action, package: about.name, by: findCoveringAction(next.draft, endedBy) });
      continue;
    }
    if (compareWeighed(now, next) !== 0) {
      insert(waiting, now);
      continue;
    }
    for (const { id } of now.ends) {
      done.add(id, now.draft);
      if (!endedBy.has(id)) endedBy.set(id, now.draft.id);
    }
    if (isVerified(now.draft))
      for (const groupId of now.draft.introduces) brought.add(introducedKey(now.draft, groupId));
    const { draft, tenths, dueAt, urgentReason } = now;
    actions.push({ ...draft, gain: tenths / 10, dueAt, isUrgent: urgentReason !== null, urgentReason });
  }
  const ended = new Set(actions.filter(isVerified).flatMap(({ fixes }) => fixes));
  const wouldAlsoFix = [...ended].filter((id) => byId.get(id)?.isFiltered === true).length;
  const open = [...counted.values()].filter(({ id }) => !endedBy.has(id));
  return { actions, covered, open, wouldAlsoFix };
}

interface WeighedAction {
  readonly draft: DraftAction;
  /** Findings that it fixes or may fix and that earlier actions have not fixed in all of its places. */
  readonly addressed: readonly PlanFinding[];
  /** Findings that it is known to fix. */
  readonly ends: readonly PlanFinding[];
  /** The most urgent band of the addressed findings, and the number of findings in it. */
  readonly band: string;
  readonly endsInBand: number;
  readonly addressedInBand: number;
  readonly tenths: number;
  readonly dueAt: string | null;
  readonly urgentReason: UrgentReason | null;
}

/** Findings that the actions so far fix and introduce. */
interface OrderProgress {
  readonly done: FixedPlaces;
  readonly brought: ReadonlySet<string>;
}

function weighAction(
  draft: DraftAction,
  counted: ReadonlyMap<string, PlanFinding>,
  { done, brought }: OrderProgress,
  { factsOf, urgentUntil }: OrderFacts,
): WeighedAction {
  const listOpen = (ids: readonly string[]): readonly PlanFinding[] =>
    ids.flatMap((id) => (done.isFixedInAllPlaces(id, draft) ? [] : (counted.get(id) ?? [])));
  const fixed = listOpen(draft.fixes);
  const addressed = [...fixed, ...listOpen(draft.mayFix)];
  const ends = isVerified(draft) ? fixed : [];
  const introduced = draft.introduces.filter((groupId) => !brought.has(introducedKey(draft, groupId)));
  const gained = ends.filter(({ id }) => !done.isFixedAnywhere(id));
  const tenths = isVerified(draft) ? sumTenths(gained) - sumTenths(introduced.map(factsOf)) : 0;
  const dueAt = addressed.flatMap((finding) => finding.dueAt ?? []).toSorted()[0] ?? null;
  const band = addressed.reduce((best, finding) => (finding.band < best ? finding.band : best), LAST);
  const countInBand = (findings: readonly PlanFinding[]): number =>
    findings.filter((finding) => finding.band === band).length;
  return {
    draft,
    addressed,
    ends,
    tenths,
    dueAt,
    urgentReason: findUrgentReason(addressed, dueAt, urgentUntil),
    band,
    endsInBand: countInBand(ends),
    addressedInBand: countInBand(addressed),
  };
}

/** Two images on different bases need two rebuilds, although they share findings: one does not fix the other. */
class FixedPlaces {
  readonly #places = new Map<string, Set<string>>();

  add(findingId: string, draft: DraftAction): void {
    const places = this.#places.get(findingId) ?? new Set();
    this.#places.set(findingId, places);
    for (const place of placesOf(draft)) places.add(place);
  }

  isFixedAnywhere(findingId: string): boolean {
    return this.#places.has(findingId);
  }

  isFixedInAllPlaces(findingId: string, draft: DraftAction): boolean {
    const places = this.#places.get(findingId);
    return places !== undefined && placesOf(draft).every((place) => places.has(place));
  }
}

function placesOf({ images }: DraftAction): readonly string[] {
  return images.length === 0 ? NO_IMAGE : images;
}

const NO_IMAGE = [''];

/** Returns the most urgent reason if there are several. */
function findUrgentReason(
  addressed: readonly PlanFinding[],
  dueAt: string | null,
  urgentUntil: string,
): UrgentReason | null {
  if (addressed.some((finding) => finding.class === 'malicious')) return 'malicious';
  if (addressed.some((finding) => finding.isExploited)) return 'known_exploited';
  return dueAt !== null && dueAt <= urgentUntil ? 'due_soon' : null;
}

/** Actions that lead to the same version introduce the same findings. */
function introducedKey({ package: { key }, to }: DraftAction, groupId: string): string {
  return JSON.stringify([key, to, groupId]);
}

const LAST = '~';

/** Negative: `a` comes first. */
function compareWeighed(a: WeighedAction, b: WeighedAction): number {
  return (
    compareText(a.band, b.band) ||
    b.endsInBand - a.endsInBand ||
    b.tenths * a.draft.effort - a.tenths * b.draft.effort ||
    b.addressedInBand - a.addressedInBand ||
    compareText(a.dueAt ?? LAST, b.dueAt ?? LAST) ||
    a.draft.effort - b.draft.effort ||
    compareText(a.draft.kind, b.draft.kind) ||
    compareText(a.draft.package.key, b.draft.package.key) ||
    compareText(a.draft.to ?? '', b.draft.to ?? '') ||
    compareText(a.draft.id, b.draft.id)
  );
}

/** Inserts after all actions that are not lighter. */
function insert(waiting: WeighedAction[], weighed: WeighedAction): void {
  let before = 0;
  let behind = waiting.length;
  while (before < behind) {
    const middle = (before + behind) >>> 1;
    const other = waiting[middle];
    if (other !== undefined && compareWeighed(other, weighed) <= 0) before = middle + 1;
    else behind = middle;
  }
  waiting.splice(before, 0, weighed);
}

function findCoveringAction({ fixes, mayFix }: DraftAction, endedBy: ReadonlyMap<string, string>): string {
  const counts = new Map<string, number>();
  for (const id of [...fixes, ...mayFix]) {
    const by = endedBy.get(id);
    if (by !== undefined) counts.set(by, (counts.get(by) ?? 0) + 1);
  }
  return [...counts].toSorted(([a, x], [b, y]) => y - x || compareText(a, b))[0]?.[0] ?? '';
}
