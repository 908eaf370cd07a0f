/**
 * ENTRY. Language packages that are files of an OS package: a vulnerability is reported once, and the record of the distribution
 * takes precedence. Nothing is lost: a match that the owner reports becomes evidence there, and one that the distribution denies
 * is kept as dismissed, with its evidence. An owner that is only probable lowers the confidence, and nothing else.
 */
import { confidenceOf } from '../confidence.ts';
import type { MatchEvidence, PackageMatch } from '../match.ts';
import { compareText } from '../../text/compare-text.ts';
import type { Assumption } from '../../vocabulary/assumption.ts';
import { isCveId } from '../../identity/vulnerability-id.ts';

/** Certain if a document states it; probable if derived from path, name and version. */
export type Ownership = 'certain' | 'probable';

/** How one document contains a component. Null if it was installed separately. */
export interface DocumentOwnership<Id> {
  readonly ownership: Ownership | null;
  readonly owners: readonly Id[];
}

export interface OwnableComponent<Id> {
  readonly id: Id;
  /** The OSV name of its ecosystem, if known. */
  readonly ecosystem: string | null;
  /** Matches of the component; only those with the state "affected" are settled. */
  readonly matches: readonly PackageMatch[];
  /** One for each document that contains it. */
  readonly holdings: readonly DocumentOwnership<Id>[];
}

export interface ResolvedMatch extends PackageMatch {
  readonly dismissal?: Dismissal;
}

export type WithResolvedMatches<Component> = Omit<Component, 'matches'> & {
  readonly matches: readonly ResolvedMatch[];
};

/**
 * Returns the components in the given order; `components` should include every affected owner. A match that owners report instead
 * is removed from its component and added to their evidence. With several documents, or several owners in one, the one that
 * reports the most decides.
 */
export function resolveOwnership<Id, Component extends OwnableComponent<Id>>(
  components: readonly Component[],
  owners: ReadonlyMap<Id, Owner>,
): WithResolvedMatches<Component>[] {
  const merged = new MergedEvidence<Id>();
  const reporters = new Set(components.map(({ id }) => id));
  const settled = components.map((component) => ({
    ...component,
    matches: component.matches.flatMap((match): ResolvedMatch[] => {
      const outcome = resolveMatch(match, component, { owners, reporters });
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
  readonly reported: ResolvedMatch[];
  readonly mergedInto: readonly Id[];
}

interface Context<Id> {
  readonly owners: ReadonlyMap<Id, Owner>;
  /** An owner outside of `components` cannot report a match in place of another component. */
  readonly reporters: ReadonlySet<Id>;
}

function resolveMatch<Id>(match: PackageMatch, held: OwnableComponent<Id>, context: Context<Id>): Outcome<Id> {
  const asItIs = { reported: [match], mergedInto: [] };
  // Malware must always be reported, even if it came with an OS package.
  if (match.state !== 'affected' || match.class === 'malicious') return asItIs;
  const assumptions = new Set<Assumption>();
  const mergedInto = new Set<Id>();
  const dismissals: OwnerDismissal[] = [];
  for (const { ownership, owners: ids } of held.holdings) {
    if (ownership === null || ids.length === 0) return asItIs;
    if (ownership === 'probable') assumptions.add('probably-owned');
    for (const id of ownership === 'certain' ? ids : []) {
      const owner = context.owners.get(id);
      const verdict = owner && toOwnerVerdict(match, held.ecosystem, owner);
      if (verdict?.kind === 'affected' && context.reporters.has(id)) mergedInto.add(id);
      else if (verdict?.kind === 'dismissed') dismissals.push(verdict);
      else assumptions.add('may-be-backported');
    }
  }
  if (assumptions.size > 0) return { reported: [withAssumptions(match, assumptions)], mergedInto: [] };
  if (mergedInto.size > 0) return { reported: [], mergedInto: [...mergedInto] };
  return { reported: [dismiss(match, dismissals)], mergedInto: [] };
}

type OwnerDismissal = Extract<OwnerVerdict, { kind: 'dismissed' }>;

function withAssumptions(match: PackageMatch, further: ReadonlySet<Assumption>): ResolvedMatch {
  const assumptions = [...new Set([...match.assumptions, ...[...further].toSorted()])];
  return { ...match, assumptions, confidence: confidenceOf(assumptions) };
}

/** If several owners deny it, the one that is shown does not depend on their order. */
function dismiss(match: PackageMatch, denials: readonly OwnerDismissal[]): ResolvedMatch {
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

/** Appends evidence without duplicates, in an order that does not depend on its origin. */
function withEvidence(match: ResolvedMatch, further: readonly MatchEvidence[]): ResolvedMatch {
  if (further.length === 0) return match;
  const own = new Set(match.evidence.map(textOf));
  const lines = new Map(further.map((line) => [textOf(line), line]));
  const added = [...lines].filter(([text]) => !own.has(text)).toSorted(([a], [b]) => compareText(a, b));
  return { ...match, evidence: [...match.evidence, ...added.map(([, line]) => line)] };
}

// Lists the fields explicitly, because stored evidence has them in another order.
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

/** An OS package and its matches. */
export interface Owner {
  readonly name: string;
  readonly version: string | null;
  /** Assumptions made when identifying it. */
  readonly assumptions: readonly string[];
  /** False if it could not be checked, so that a missing match means nothing. */
  readonly isAssessed: boolean;
  /** Whether the feed of its release also lists unfixed vulnerabilities. */
  readonly isComprehensive: boolean;
  /** Matches in every state, at least for the alias groups in question. */
  readonly matches: readonly PackageMatch[];
}

export interface Dismissal {
  /** The distribution reports it as not affected, or its feed is comprehensive and does not list it. */
  readonly code: 'distro-not-affected' | 'owned-by-os-package';
  readonly owner: Pick<Owner, 'name' | 'version'>;
}

type OwnerVerdict =
  | { readonly kind: 'affected' }
  | { readonly kind: 'dismissed'; readonly dismissal: Dismissal; readonly evidence: readonly MatchEvidence[] }
  | { readonly kind: 'cannot-tell' };

const CANNOT_TELL: OwnerVerdict = { kind: 'cannot-tell' };

/**
 * The verdict of an OS package on a vulnerability in a language package among its files. A distribution patches without changing
 * the version number, so its own record takes precedence; a missing record counts only in a feed that would list it. Only facts
 * dismiss a match: an uncertain answer, or a feed that lists only fixes, lowers the confidence. `ecosystem` is that of the owned
 * package.
 */
function toOwnerVerdict(match: PackageMatch, ecosystem: string | null, owner: Owner): OwnerVerdict {
  const own = owner.matches.find(({ groupId }) => groupId === match.groupId);
  if (own === undefined) {
    const isTelling = !COMPILED_IN.has(ecosystem) && isAbsenceConclusive(match, owner);
    return isTelling ? toDismissed('owned-by-os-package', owner) : CANNOT_TELL;
  }
  if (own.state === 'affected') return { kind: 'affected' };
  const isGuess = own.state === 'cannot_assess' || own.confidence === 'low';
  return isGuess ? CANNOT_TELL : toDismissed('distro-not-affected', owner, own.evidence);
}

// A flaw in a library that is compiled into programs is filed under the source package of the library, not under each program.
const COMPILED_IN: ReadonlySet<string | null> = new Set(['Go', 'crates.io']);

/** Distributions track CVE ids: for other ids, a missing record means nothing. */
function isAbsenceConclusive({ canonicalId }: PackageMatch, owner: Owner): boolean {
  const { isAssessed, isComprehensive, assumptions } = owner;
  return isAssessed && isComprehensive && isCveId(canonicalId) && confidenceOf(assumptions) !== 'low';
}

function toDismissed(
  code: Dismissal['code'],
  { name, version }: Owner,
  evidence: readonly MatchEvidence[] = [],
): OwnerVerdict {
  return { kind: 'dismissed', dismissal: { code, owner: { name, version } }, evidence };
}
