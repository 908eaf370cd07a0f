/** Maps one action of a plan to the API, with its commands and alternatives. */
import type { Advice } from '../../core/remediation/advice.ts';
import type { CommandAnswer } from '../../core/remediation/commands/command.ts';
import type { NoCleanAnswer } from '../../core/remediation/recommend.ts';
import { describeArchive, mergeBinaries } from '../../core/remediation/plan/archive-check.ts';
import type { ActionAlternative, PlanAction } from '../../core/remediation/plan/plan-action.ts';
import { describeAlternative } from '../../core/remediation/plan/plan.ts';
import type { StepCounts } from '../../core/remediation/plan/predict.ts';
import type { VerifiedExists } from '../../core/remediation/targets/candidates.ts';
import type { Alternative } from '../../core/remediation/targets/target.ts';
import type { PlannedFinding } from '../../pipeline/remediation/plan/version-plan.ts';
import { withAllSeverities } from './counts.ts';
import type {
  WireAction,
  WireActionAlternative,
  WireCommand,
  WirePlannedFinding,
} from '../contract/findings/remediation.ts';

type VulnerabilityName = WireAction['remaining'][number];

/** Resolves the ids in a plan. */
export interface PlanNames {
  /** Returns undefined if the finding is filtered or unknown. */
  readonly findingOf: (id: string) => PlannedFinding | undefined;
  readonly vulnerabilityOf: (groupId: string) => VulnerabilityName;
  /** False for a token restricted to services: it must not learn about others. */
  readonly showsServices: boolean;
}

const FINDINGS_SHOWN_MAX = 200;
const PACKAGES_SHOWN_MAX = 200;

export function toWireAction(action: PlanAction, after: StepCounts | undefined, names: PlanNames): WireAction {
  const { package: about, to, evidence, alternatives, withoutClean } = action;
  const fixes = action.fixes.flatMap((id) => names.findingOf(id) ?? []);
  return {
    id: action.id,
    kind: action.kind,
    from: [...action.from],
    to,
    package: { key: about.key, name: about.name, ecosystem: about.family, line: about.line },
    verifiedExists: toWireExists(action.verifiedExists),
    archive: toWireArchive(action.archive),
    distance: action.distance,
    breaking: action.breaking,
    claim: action.claim,
    confidence: action.confidence,
    direct: action.direct,
    introducedBy: [...action.introducedBy],
    images: [...action.images],
    fixes: takeFirst(fixes, FINDINGS_SHOWN_MAX, byRisk).map(toWirePlannedFinding),
    fixesCount: fixes.length,
    fixesBySeverity: withAllSeverities(countSeverities(fixes)),
    mayFixCount: action.mayFix.filter((id) => names.findingOf(id) !== undefined).length,
    introduces: action.introduces.map(names.vulnerabilityOf),
    remaining: action.remaining.map(names.vulnerabilityOf),
    gain: action.gain,
    effort: action.effort,
    dueAt: toInstant(action.dueAt),
    urgent: action.isUrgent,
    urgentReason: action.urgentReason,
    text: action.text,
    ...toWireCommands(action.commands),
    alternatives: alternatives.map((each) => toWireAlternative(each, about.name, action)),
    evidence: evidence.map((each) => ({ ...each, seenIn: names.showsServices ? each.seenIn : null })),
    withoutClean: toWireWithoutClean(withoutClean),
    after: {
      findings: after?.findings ?? 0,
      risk: after?.risk ?? 0,
      bySeverity: withAllSeverities(after?.bySeverity ?? {}),
    },
  };
}

export function toWirePlannedFinding(finding: PlannedFinding): WirePlannedFinding {
  const { id, vulnerability, class: kind, severity, packageName, componentVersion, risk } = finding;
  return { id, vulnerability, class: kind, severity, package: packageName, version: componentVersion, risk };
}

/** Ties are broken by id, so that the order is stable. */
export function byRisk(a: PlannedFinding, b: PlannedFinding): number {
  if (a.risk !== b.risk) return b.risk - a.risk;
  if (a.vulnerability !== b.vulnerability) return a.vulnerability < b.vulnerability ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}

/** Returns the first elements in this order without sorting all: there may be tens of thousands. */
export function takeFirst<Element>(
  elements: readonly Element[],
  count: number,
  compare: (a: Element, b: Element) => number,
): Element[] {
  let first: Element[] = [];
  let worst: Element | undefined;
  for (const element of elements) {
    if (worst !== undefined && compare(element, worst) >= 0) continue;
    first.push(element);
    if (first.length < 2 * count) continue;
    first = first.toSorted(compare).slice(0, count);
    worst = first.at(-1);
  }
  return first.toSorted(compare).slice(0, count);
}

export function countSeverities(findings: readonly Pick<PlannedFinding, 'severity'>[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { severity } of findings) counts[severity] = (counts[severity] ?? 0) + 1;
  return counts;
}

export function toWireExists(exists: VerifiedExists): WireAction['verifiedExists'] {
  if (exists === 'unknown') return exists;
  return exists ? 'true' : 'false';
}

export function toWireArchive(check: PlanAction['archive']): WireAction['archive'] {
  if (check === undefined) return null;
  const sources = mergeBinaries(check.sightings);
  const missingFirst = [...sources.filter(({ isThere }) => !isThere), ...sources.filter(({ isThere }) => isThere)];
  return {
    text: describeArchive(check),
    packages: missingFirst.slice(0, PACKAGES_SHOWN_MAX).map(({ package: name, target, newest, isThere }) => ({
      package: name,
      target,
      newest: newest.version,
      found: isThere,
      archive: newest.archive,
      asOf: newest.asOf,
    })),
  };
}

export function toWireCommands({
  commands,
  commandReason,
  sentence,
}: CommandAnswer): Pick<WireAction, 'commands' | 'commandReason' | 'sentence'> {
  return {
    commands: commands.map(({ manager, form, text, file, note }): WireCommand => ({
      manager,
      form,
      text,
      file: file ?? null,
      note: note ?? null,
    })),
    commandReason: commandReason ?? null,
    sentence: sentence ?? null,
  };
}

export function toWireAlternative(
  alternative: ActionAlternative,
  name: string,
  main: Pick<PlanAction, 'to' | 'distance'>,
): WireActionAlternative {
  const commands = toWireCommands(alternative.commands);
  if ('advice' in alternative) return { ...toAdviceAlternative(alternative.advice, main), ...commands };
  return { ...toVersionAlternative(alternative, name), ...commands };
}

type WithoutCommands = Omit<WireActionAlternative, 'commands' | 'commandReason' | 'sentence'>;

function toAdviceAlternative(
  { kind, text, claim, breaking }: Advice,
  { to, distance }: Pick<PlanAction, 'to' | 'distance'>,
): WithoutCommands {
  return { kind, to, text, claim, distance, breaking, fixes: null, remaining: null };
}

function toVersionAlternative({ kind, target }: Alternative, name: string): WithoutCommands {
  const { version, distance, breaking, fixes, remaining } = target;
  return {
    kind,
    to: version,
    text: describeAlternative(kind, name, version),
    claim: 'known',
    distance,
    breaking,
    fixes: fixes.length,
    remaining: remaining.length,
  };
}

export function toWireWithoutClean(answer: NoCleanAnswer | null | undefined): WireAction['withoutClean'] {
  if (answer === null || answer === undefined) return null;
  const { situation, text, response } = answer;
  return { situation, text, response };
}

/** Always formats with milliseconds, whatever the source. */
export function toInstant(text: string | null): string | null {
  return text === null ? null : new Date(text).toISOString();
}
