/**
 * Drafts actions for language packages: one per package and compatibility line, however many places contain it. Two major
 * versions of one package are two actions, because no single version replaces both.
 */
import { uniqueSorted } from '../../collections/text-lists.ts';
import type { Steps } from '../../steps.ts';
import { schemeFor } from '../../versions/schemes/scheme-for.ts';
import { compareConfidence } from '../../match/confidence.ts';
import { adviseByPosition, type Position, type Advice, type PositionAdvice } from '../advice.ts';
import { lineOf, compareDistances } from '../targets/compatibility.ts';
import { effortOf, type DraftAction, type ActionAlternative } from './plan-action.ts';
import type { PlanFinding, PlanInput, PlanPackage } from './plan-input.ts';
import { judgeVersion } from '../targets/to-target.ts';
import type { FactsOf, Target } from '../targets/target.ts';
import type { ActionKind } from '../../vocabulary/remediation.ts';
import { LIMITS } from '../../limits.ts';
import { NO_COMMANDS, type CommandAnswer } from '../commands/command.ts';
import { isGoItself } from '../commands/go.ts';
import { writeCommands } from '../commands/write-commands.ts';

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

interface MemberTarget {
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
  const texts = writeActionTexts({ leading, to, advice, worst });
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

export function listFixedFindings(findings: readonly PlanFinding[], { fixes }: Target): readonly PlanFinding[] {
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

interface TextParts {
  readonly leading: PlanPackage;
  readonly to: string | null;
  readonly advice: PositionAdvice | undefined;
  readonly worst: Target | undefined;
}

function writeActionTexts({
  leading,
  to,
  advice,
  worst,
}: TextParts): Pick<DraftAction, 'text' | 'commands' | 'alternatives'> {
  const { name, isLinked, withoutClean, answer } = leading;
  if (to === null || advice === undefined || worst === undefined) {
    const text = withoutClean?.text ?? `Look for an alternative to ${name}.`;
    return { text, commands: NO_COMMANDS, alternatives: toVersionAlternatives(leading, answer.alternatives) };
  }
  const isGo = leading.package.identity.family === 'Go' && isGoItself(name);
  const main = isGo ? `Rebuild with Go ${to} or later.` : advice.main.text;
  const rest = worst.isClean ? '' : ' It reduces the risk but does not fix every vulnerability.';
  // Tells the user when only documents of the organization name the version.
  const seen = worst.seenIn.length === 0 ? '' : ' This version is used in this organization; no advisory names it.';
  const rebuild = isLinked === true && !isGo ? ' It is compiled in: rebuild and redeploy.' : '';
  return {
    text: `${main}${rest}${seen}${rebuild}`,
    commands: commandsFor(leading, advice.main.kind, worst),
    alternatives: [
      ...advice.alternatives.map((each) => ({ advice: each, commands: commandsFor(leading, each.kind, worst) })),
      ...toVersionAlternatives(
        leading,
        answer.alternatives.filter(({ target }) => target.version !== to),
      ),
    ],
  };
}

function commandsFor(leading: PlanPackage, kind: Advice['kind'], { version, isOnLine }: Target): CommandAnswer {
  // The version of the parent is unknown, so there is no command for it.
  if (kind === 'bump_parent') return NO_COMMANDS;
  const { name, classifier, type, manager } = leading;
  const request = {
    name,
    version,
    kind,
    isOnLine,
    ...(classifier !== undefined && { classifier }),
    ...(type !== undefined && { type }),
  };
  return writeCommands(leading.package.identity.family, request, manager);
}

function toVersionAlternatives(
  leading: PlanPackage,
  alternatives: PlanPackage['answer']['alternatives'],
): readonly ActionAlternative[] {
  const kind = leading.position.direct === false ? 'override' : 'upgrade';
  return alternatives
    .slice(0, LIMITS.remediationPathsMax)
    .map((alternative) => ({ ...alternative, commands: commandsFor(leading, kind, alternative.target) }));
}
