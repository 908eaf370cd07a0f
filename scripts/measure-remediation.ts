/**
 * Measures remediation over the findings of all real SBOMs: how many a clean upgrade fixes, its distance, the length of the
 * plans, and what remains after following each advisory's own fix. Run by hand; prints the tables of docs/concepts/remediation.md.
 *
 *     ASSAY_TEST_DATA=/data node scripts/measure-remediation.ts --at 2025-02-18
 *
 * A plan promises nothing for a release whose support has ended, so old documents are measured at a date of their time.
 */
import { parseArgs } from 'node:util';
import type { CandidateEntry } from '../src/core/match/match.ts';
import { bandOf } from '../src/core/relevance/priority/priority.ts';
import { isVerified } from '../src/core/remediation/plan/plan-action.ts';
import { makePlan } from '../src/core/remediation/plan/plan.ts';
import { runToEnd } from '../src/core/steps.ts';
import type { PlanFinding, PlanPackage } from '../src/core/remediation/plan/plan-input.ts';
import { recommend, type Recommendation } from '../src/core/remediation/recommend.ts';
import { judgeVersion } from '../src/core/remediation/targets/to-target.ts';
import type { GroupFacts } from '../src/core/remediation/targets/target.ts';
import type { Severity } from '../src/core/vocabulary/severity.ts';
import {
  indexReal,
  matchDocument,
  readAdvisoriesOf,
  readRealDocuments,
  type MatchedMember,
  type RealMatches,
} from '../test/support/real-matches.ts';
import { inDigits, toTable } from './to-table.ts';

const FAMILIES = ['npm', 'PyPI', 'Maven', 'Go', 'Debian'] as const;
type MeasuredFamily = (typeof FAMILIES)[number];

const RISKS: Readonly<Record<Severity, number>> = { critical: 90, high: 70, medium: 40, low: 20, none: 5, unknown: 50 };

const documents = readRealDocuments(() => true);
console.error(`${documents.length} documents`);
const { candidates, severityOf } = indexReal(await readAdvisoriesOf(documents));
console.error('advisories loaded');
const { values: options } = parseArgs({ options: { at: { type: 'string' } } });
const at = new Date(options.at ?? Date.now()).toISOString();
const matched = documents.map((document) => matchDocument(document, candidates));
console.error('matched');

const facts = new Map<string, GroupFacts>();
function factsOf(groupId: string): GroupFacts {
  const severity = severityOf(groupId) as Severity;
  const known = facts.get(groupId) ?? { severity, risk: RISKS[severity], isRelevant: true };
  facts.set(groupId, known);
  return known;
}

/** Each package version is computed once, however many documents contain it. */
const answers = new Map<
  string,
  { readonly entries: readonly CandidateEntry[]; readonly recommendation: Recommendation }
>();
function answerFor(member: MatchedMember['member']) {
  const known = answers.get(member.canonical);
  if (known !== undefined || member.package === null) return known;
  const entries = member.keys.flatMap((key) => candidates.get(key) ?? []);
  const recommendation = recommend({ package: member.package, entries, factsOf }, { name: member.name, at });
  const answer = { entries, recommendation };
  answers.set(member.canonical, answer);
  return answer;
}

interface Affected extends MatchedMember {
  readonly plan: PlanPackage;
  readonly groups: readonly string[];
}

function affectedIn({ file, members }: RealMatches): readonly Affected[] {
  const image = file.startsWith('images/') ? 'image' : null;
  return members.flatMap((each): Affected[] => {
    const { member, matches } = each;
    const groups = matches.filter(({ state }) => state === 'affected').map(({ groupId }) => groupId);
    const answer = groups.length === 0 ? undefined : answerFor(member);
    if (answer === undefined || member.package === null) return [];
    const plan = {
      id: member.canonical,
      key: member.unversioned,
      name: member.name,
      package: member.package,
      entries: answer.entries,
      ...answer.recommendation,
      places: [{ image, isBuilt: image !== null, layer: undefined }],
      position: { direct: member.direct ?? undefined, introducedBy: [] },
      ownedBy: [],
    };
    return [{ ...each, groups, plan }];
  });
}

const perDocument = matched.map((each) => ({ file: each.file, affected: affectedIn(each) }));
console.error('recommended');

/** Whether a package is still vulnerable at a version. */
const leftAt = new Map<string, boolean>();

printTargets();
printPlans();

function printTargets(): void {
  const rows = FAMILIES.map((family) => {
    const affected = perDocument.flatMap((document) => document.affected.filter((each) => isOf(each, family)));
    const rest = new Set(affected.map(({ member }) => member.canonical)).size;
    const findings = affected.flatMap((each) => each.groups.map((groupId) => ({ each, groupId })));
    const isEnded = ({ each, groupId }: (typeof findings)[number]): boolean =>
      each.plan.answer.best?.isClean === true && each.plan.answer.best.fixes.includes(groupId);
    const clean = findings.filter(isEnded);
    const onLine = clean.filter(({ each }) => each.plan.answer.best?.isOnLine === true);
    const fixed = findings.filter(({ each, groupId }) => nearestOf(each, groupId) !== undefined);
    const left = fixed.filter(({ each, groupId }) => isLeft(each, nearestOf(each, groupId) ?? ''));
    const documentsHere = perDocument.filter((document) => document.affected.some((each) => isOf(each, family)));
    return [
      family,
      ...[documentsHere.length, rest, findings.length].map(inDigits),
      shareOf(clean.length, findings.length),
      shareOf(onLine.length, clean.length),
      shareOf(fixed.length, findings.length),
      shareOf(left.length, fixed.length),
    ];
  });
  const head = [
    'Ecosystem',
    'Documents',
    'Affected package versions',
    'Findings',
    'Fixed by a clean upgrade',
    'of these on the same release line',
    'With a fix in the advisory',
    'of these still vulnerable after it',
  ];
  console.log(toTable(head, rows));
}

function printPlans(): void {
  const rows = [...FAMILIES, 'all'].map((family) => {
    const plans = perDocument.flatMap(({ affected }) => {
      const members = affected.filter((each) => family === 'all' || isOf(each, family as MeasuredFamily));
      return members.length === 0 ? [] : [planFor(members)];
    });
    const sum = (pick: (plan: (typeof plans)[number]) => number): number =>
      plans.reduce((total, plan) => total + pick(plan), 0);
    const findings = sum((plan) => plan.findings);
    const actions = sum((plan) => plan.actions);
    return [
      family,
      ...[plans.length, findings, actions].map(inDigits),
      actions === 0 ? '-' : (findings / actions).toFixed(1),
      shareOf(
        sum((plan) => plan.ended),
        findings,
      ),
      shareOf(
        sum((plan) => plan.firstFive),
        findings,
      ),
    ];
  });
  const head = [
    'Ecosystem',
    'Plans',
    'Findings',
    'Actions',
    'Findings per action',
    'Fixed by the plan',
    'Fixed by the first five actions',
  ];
  console.log(toTable(head, rows));
}

function planFor(affected: readonly Affected[]) {
  const findings = affected.flatMap(({ plan, groups, matches }) =>
    groups.map((groupId): PlanFinding => {
      const { severity, risk } = factsOf(groupId);
      const found = matches.find((match) => match.groupId === groupId);
      const id = `${plan.id} ${groupId}`;
      return {
        id,
        packageId: plan.id,
        groupId,
        class: found?.class ?? 'vulnerability',
        severity,
        risk,
        band: bandOf(risk),
        isFiltered: false,
        isExploited: false,
        dueAt: null,
      };
    }),
  );
  const packages = affected.map(({ plan }) => plan);
  const { actions } = runToEnd(makePlan({ packages, findings, images: [], factsOf, at, urgentUntil: at }));
  const endedBy = (count: number): number =>
    new Set(
      actions
        .slice(0, count)
        .filter(isVerified)
        .flatMap(({ fixes }) => fixes),
    ).size;
  return { findings: findings.length, actions: actions.length, ended: endedBy(actions.length), firstFive: endedBy(5) };
}

function isOf({ member }: Affected, family: MeasuredFamily): boolean {
  return member.package?.identity.family === family;
}

function nearestOf({ matches }: Affected, groupId: string): string | undefined {
  return matches.find((match) => match.groupId === groupId)?.fixedVersions[0];
}

function isLeft({ plan }: Affected, version: string): boolean {
  const key = JSON.stringify([plan.id, version]);
  const known = leftAt.get(key);
  if (known !== undefined) return known;
  const judged = judgeVersion(plan, { version, sources: [], verifiedExists: 'unknown', seenIn: [] }, factsOf);
  const isVulnerable = judged !== undefined && judged.remaining.length > 0;
  leftAt.set(key, isVulnerable);
  return isVulnerable;
}

function shareOf(part: number, whole: number): string {
  return whole === 0 ? '-' : `${((100 * part) / whole).toFixed(1)} %`;
}
