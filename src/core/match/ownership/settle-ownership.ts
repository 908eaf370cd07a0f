/**
 * ENTRY. Packages of a language that came as files of a package of the system: a vulnerability is reported once, and the word of
 * the distribution wins. Nothing is lost: a match that the owner reports is evidence there, and one that the distribution denies
 * stays, dismissed, with what it said. An owner that is merely likely lowers the confidence, and nothing else.
 */
import { confidenceOf, type Assumption } from '../confidence.ts';
import type { MatchEvidence, PackageMatch } from '../match.ts';
import { askOwner, type Dismissal, type Owner } from './owner-verdict.ts';

/** Certain: a document says so. Probable: concluded from path, name and version. */
export type Ownership = 'certain' | 'probable';

/** How one document holds a component. Null: it came on its own. */
export interface Holding<Id> {
  readonly ownership: Ownership | null;
  readonly owners: readonly Id[];
}

export interface HeldComponent<Id> {
  readonly id: Id;
  /** The OSV name of its ecosystem, where it is known. */
  readonly ecosystem: string | null;
  /** Answers of the matcher; only those that say "affected" are settled. */
  readonly matches: readonly PackageMatch[];
  /** One for each document that holds it. */
  readonly holdings: readonly Holding<Id>[];
}

export interface SettledMatch extends PackageMatch {
  readonly dismissal?: Dismissal;
}

export type Settled<Component> = Omit<Component, 'matches'> & { readonly matches: readonly SettledMatch[] };

/**
 * The components in the order given, every affected owner among them. A match that owners report instead is missing from its component and
 * evidence of theirs. Of several documents, and of several owners in one, the one that shows the most decides.
 */
export function settleOwnership<Id, Component extends HeldComponent<Id>>(
  components: readonly Component[],
  owners: ReadonlyMap<Id, Owner>,
): Settled<Component>[] {
  const merged = new MergedEvidence<Id>();
  const reporters = new Set(components.map(({ id }) => id));
  const settled = components.map((component) => ({
    ...component,
    matches: component.matches.flatMap((match): SettledMatch[] => {
      const outcome = settleMatch(match, component, { owners, reporters });
      for (const owner of outcome.mergedInto) merged.add(owner, match);
      return outcome.reported;
    }),
  }));
  return settled.map(({ matches, ...component }) => ({
    ...component,
    matches: matches.map((match) => withEvidence(match, merged.of(component.id, match))),
  }));
}

interface Outcome<Id> {
  readonly reported: SettledMatch[];
  readonly mergedInto: readonly Id[];
}

interface Context<Id> {
  readonly owners: ReadonlyMap<Id, Owner>;
  /** Whoever is not among the components cannot report anything in the place of another. */
  readonly reporters: ReadonlySet<Id>;
}

function settleMatch<Id>(match: PackageMatch, held: HeldComponent<Id>, context: Context<Id>): Outcome<Id> {
  const asItIs = { reported: [match], mergedInto: [] };
  // Whoever shipped malware, it has to go.
  if (match.state !== 'affected' || match.class === 'malicious') return asItIs;
  const assumptions = new Set<Assumption>();
  const mergedInto = new Set<Id>();
  const dismissals: Denial[] = [];
  for (const { ownership, owners: ids } of held.holdings) {
    if (ownership === null || ids.length === 0) return asItIs;
    if (ownership === 'probable') assumptions.add('probably-owned');
    for (const id of ownership === 'certain' ? ids : []) {
      const owner = context.owners.get(id);
      const verdict = owner && askOwner(match, held.ecosystem, owner);
      if (verdict?.kind === 'affected' && context.reporters.has(id)) mergedInto.add(id);
      else if (verdict?.kind === 'dismissed') dismissals.push(verdict);
      else assumptions.add('may-be-backported');
    }
  }
  if (assumptions.size > 0) return { reported: [assume(match, assumptions)], mergedInto: [] };
  if (mergedInto.size > 0) return { reported: [], mergedInto: [...mergedInto] };
  return { reported: [dismiss(match, dismissals)], mergedInto: [] };
}

interface Denial {
  readonly dismissal: Dismissal;
  readonly evidence: readonly MatchEvidence[];
}

function assume(match: PackageMatch, further: ReadonlySet<Assumption>): SettledMatch {
  const assumptions = [...new Set([...match.assumptions, ...[...further].toSorted()])];
  return { ...match, assumptions, confidence: confidenceOf(assumptions) };
}

/** Several may deny it, with the same right; the one that is shown does not depend on their order. */
function dismiss(match: PackageMatch, denials: readonly Denial[]): SettledMatch {
  const [first] = denials.map(({ dismissal }) => dismissal).toSorted((a, b) => compareText(nameOf(a), nameOf(b)));
  if (first === undefined) return match;
  const evidence = denials.flatMap((denial) => denial.evidence);
  return { ...withEvidence(match, evidence), dismissal: first };
}

function nameOf({ code, owner: { name, version } }: Dismissal): string {
  return JSON.stringify([code, name, version]);
}

class MergedEvidence<Id> {
  private readonly byOwner = new Map<Id, Map<string, MatchEvidence[]>>();

  add(owner: Id, { groupId, evidence }: PackageMatch): void {
    const byGroup = this.byOwner.get(owner) ?? new Map<string, MatchEvidence[]>();
    this.byOwner.set(owner, byGroup);
    byGroup.set(groupId, [...(byGroup.get(groupId) ?? []), ...evidence]);
  }

  of(owner: Id, { groupId }: PackageMatch): readonly MatchEvidence[] {
    return this.byOwner.get(owner)?.get(groupId) ?? [];
  }
}

/** Behind its own, each line once, in an order that does not depend on where they came from. */
function withEvidence(match: SettledMatch, further: readonly MatchEvidence[]): SettledMatch {
  if (further.length === 0) return match;
  const own = new Set(match.evidence.map(textOf));
  const lines = new Map(further.map((line) => [textOf(line), line]));
  const added = [...lines].filter(([text]) => !own.has(text)).toSorted(([a], [b]) => compareText(a, b));
  return { ...match, evidence: [...match.evidence, ...added.map(([, line]) => line)] };
}

// Member by member: a line that was stored has them in another order.
function textOf({
  recordId,
  source,
  via,
  matchedName,
  scheme,
  testedVersion,
  range,
  outcome,
  reason,
}: MatchEvidence): string {
  return JSON.stringify([recordId, source, matchedName, testedVersion, range, outcome, via, scheme, reason ?? null]);
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
