/**
 * Drafts actions for language packages: one per package and compatibility line, however many places contain it. Two major
 * versions of one package are two actions, because no single version replaces both.
 */
import { uniqueSorted } from '../../collections/unique.ts';
import type { Steps } from '../../steps.ts';
import { schemeFor } from '../../versions/schemes/scheme-for.ts';
import { compareConfidence } from '../../match/confidence.ts';
import { adviseByPosition, type Position } from '../advice.ts';
import { lineOf } from '../targets/compatibility/compatibility-line.ts';
import { compareDistances } from '../targets/compatibility/distance.ts';
import { writeActionTexts } from './write-action-texts.ts';
import { effortOf, type DraftAction } from './plan-action.ts';
import type { PlanFinding, PlanInput, PlanPackage } from './plan-input.ts';
import { judgeVersion } from '../targets/judge-version.ts';
import type { FactsOf, Target } from '../targets/target.ts';
import type { ActionKind } from '../../vocabulary/remediation.ts';

export type FindingsOf = (packageId: string) => readonly PlanFinding[];

/** Expects packages without those that a system package owns, which have no action of their own. */
export function* draftUpgrades(
  packages: readonly PlanPackage[],
  findingsOf: FindingsOf,
  { factsOf }: Pick<PlanInput, 'factsOf'>,
): Steps<readonly DraftAction[]> {
  const lines = new Map<string, PlanPackage[]>();
  for (const each of packages) {
    const line = lineOf(each.package.identity, each.package.version) ?? null;
    const key = JSON.stringify([each.key, line, isMalicious(each)]);
    const members = lines.get(key) ?? [];
    lines.set(key, members);
    members.push(each);
    yield;
  }
  const drafts: DraftAction[] = [];
  for (const members of lines.values()) {
    const sorted = members.toSorted((a, b) => (a.id < b.id ? -1 : 1));
    const [first] = sorted;
    if (first === undefined) continue;
    const draft = yield* draftLine(first, sorted, findingsOf, factsOf);
    if (draft !== undefined) drafts.push(draft);
  }
  return drafts;
}

function isMalicious({ withoutClean }: PlanPackage): boolean {
  return withoutClean?.situation === 'malicious';
}

function* draftLine(
  first: PlanPackage,
  members: readonly PlanPackage[],
  findingsOf: FindingsOf,
  factsOf: FactsOf,
): Steps<DraftAction | undefined> {
  if (isMalicious(first)) return toDraft(first, members, { kind: 'remove', targets: [], findingsOf });
  const movable = members.filter(({ answer }) => answer.best !== undefined);
  const [leading] = movable;
  if (leading === undefined) {
    const kind = members.find(({ withoutClean }) => withoutClean !== undefined && withoutClean.kind !== 'none');
    return kind?.withoutClean === undefined
      ? undefined
      : toDraft(kind, members, { kind: kind.withoutClean.kind as ActionKind, targets: [], findingsOf });
  }
  const highest = findHighest(movable);
  const targets: MemberTarget[] = [];
  for (const member of movable) {
    const own = member.answer.best;
    const target = own === undefined || own.version === highest.version ? own : judgeVersion(member, highest, factsOf);
    if (target !== undefined) targets.push({ member, target });
    yield;
  }
  return toDraft(leading, movable, { kind: 'upgrade', targets, findingsOf });
}

export interface MemberTarget {
  readonly member: PlanPackage;
  readonly target: Target;
}

/** Returns the highest of the targets: with a lower one, a member would stay vulnerable. Clean targets are preferred. */
function findHighest(members: readonly PlanPackage[]): Target {
  const targets = members.flatMap(({ answer }) => answer.best ?? []);
  const clean = targets.filter(({ isClean }) => isClean);
  const [first, ...others] = clean.length > 0 ? clean : targets;
  if (first === undefined) throw new Error('A release line without targets has no highest target.');
  const family = members[0]?.entries[0]?.entry.scheme ?? 'semver';
  const scheme = schemeFor(family);
  let highest = first;
  for (const each of others) {
    const [a, b] = [scheme.parse(each.version), scheme.parse(highest.version)];
    if (a !== undefined && b !== undefined && scheme.compare(a, b) > 0) highest = each;
  }
  return highest;
}

interface DraftParts {
  readonly kind: ActionKind;
  readonly targets: readonly MemberTarget[];
  readonly findingsOf: FindingsOf;
}

function toDraft(
  leading: PlanPackage,
  members: readonly PlanPackage[],
  { kind, targets, findingsOf }: DraftParts,
): DraftAction {
  const { identity, version } = leading.package;
  const line = lineOf(identity, version) ?? null;
  const to = targets[0]?.target.version ?? null;
  const position = mergePositions(members);
  const worst = findWorst(targets);
  const advice =
    to === null || kind !== 'upgrade'
      ? undefined
      : adviseByPosition({ name: leading.name, version: to, breaking: worst?.breaking ?? 'unknown' }, position);
  const chosen = advice?.main.kind ?? kind;
  const all = members.flatMap(({ id }) => findingsOf(id));
  const ended =
    kind === 'remove' ? all : targets.flatMap(({ member, target }) => listFixedFindings(findingsOf(member.id), target));
  const promised = new Set(ended.map(({ id }) => id));
  const texts = writeActionTexts({ leading, kind: chosen, to, advice, worst });
  return {
    id: JSON.stringify([chosen, leading.key, line]),
    kind: chosen,
    package: { key: leading.key, name: leading.name, family: identity.family, line },
    from: uniqueSorted(members.map((each) => each.package.version)),
    to,
    changes: changesOf(members, kind, to),
    verifiedExists: worst?.verifiedExists ?? 'unknown',
    distance: worst?.distance ?? 'unknown',
    breaking: advice?.main.breaking ?? worst?.breaking ?? 'unknown',
    claim: advice?.main.claim ?? (kind === 'remove' ? 'known' : 'unknown'),
    confidence: worst?.confidence ?? 'high',
    direct: position.direct ?? null,
    introducedBy: position.introducedBy,
    images: uniqueSorted(members.flatMap(({ places }) => places.flatMap(({ image }) => image ?? []))),
    fixes: uniqueSorted([...promised]),
    mayFix:
      kind === 'upgrade' && to !== null ? [] : uniqueSorted(all.map(({ id }) => id).filter((id) => !promised.has(id))),
    introduces: uniqueSorted(targets.flatMap(({ target }) => target.introduces)),
    remaining: uniqueSorted(targets.flatMap(({ target }) => target.remaining)),
    effort: effortOf(chosen, worst?.distance ?? 'unknown'),
    ...texts,
    evidence: [
      ...(advice?.main.evidence ?? []),
      ...(worst?.seenIn ?? []).map((seenIn) => ({ package: leading.name, version: worst?.version ?? '', seenIn })),
    ],
    withoutClean: leading.withoutClean ?? null,
  };
}

function changesOf(members: readonly PlanPackage[], kind: ActionKind, to: string | null): DraftAction['changes'] {
  // Without a target version, the result of the action is unknown.
  return kind === 'remove' || to !== null ? members.map(({ id }) => ({ packageId: id, to })) : [];
}

function listFixedFindings(findings: readonly PlanFinding[], { fixes }: Target): readonly PlanFinding[] {
  const ended = new Set(fixes);
  return findings.filter(({ groupId }) => ended.has(groupId));
}

/** The target with the largest distance and the lowest confidence of any member represents the action. */
function findWorst(targets: readonly MemberTarget[]): Target | undefined {
  const [first, ...others] = targets.map(({ target }) => target);
  let worst = first;
  for (const each of others) {
    if (worst === undefined) continue;
    const further = compareDistances(each.distance, worst.distance) > 0 ? each : worst;
    const lessSure = compareConfidence(each.confidence, worst.confidence) > 0 ? each : worst;
    worst = { ...further, confidence: lessSure.confidence };
  }
  return worst;
}

/** A package that is direct anywhere counts as direct. */
function mergePositions(members: readonly PlanPackage[]): Position {
  const positions = members.map(({ position }) => position);
  const known = positions.flatMap(({ direct }) => direct ?? []);
  return {
    direct: known.length === 0 ? undefined : known.includes(true),
    introducedBy: uniqueSorted(positions.flatMap(({ introducedBy }) => introducedBy)),
    evidence: positions.flatMap(({ evidence = [] }) => evidence),
  };
}
