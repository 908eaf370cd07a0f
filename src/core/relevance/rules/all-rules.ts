/**
 * All rules, sorted by id. Two rules of the design are not here: R03 (duplicates) is done by the matcher, which merges the ids of
 * one vulnerability into one finding, and R14 (VEX) consists of statements that are passed to `foldOpinions`.
 */
import type { Opinion } from '../opinions/opinion.ts';
import type { Subject } from '../subject/subject.ts';
import { answeredQuestion } from './answered-question.ts';
import { buildTool } from './build-tool.ts';
import { called } from './called.ts';
import { devDependency } from './dev-dependency.ts';
import { disputed } from './disputed.ts';
import { distroMinor } from './distro-minor.ts';
import { distroNotAffected } from './distro-not-affected.ts';
import { execDenied } from './exec-denied.ts';
import { exploited } from './exploited.ts';
import { informational } from './informational.ts';
import { kernelInContainer } from './kernel-in-container.ts';
import { loadDenied } from './load-denied.ts';
import { maliciousName } from './malicious-name.ts';
import { malicious } from './malicious.ts';
import { noCode } from './no-code.ts';
import { notCalled } from './not-called.ts';
import { notImported } from './not-imported.ts';
import { notInGraph } from './not-in-graph.ts';
import { notObserved } from './not-observed.ts';
import { platformMismatch } from './platform-mismatch.ts';
import { platformText } from './platform-text.ts';
import type { Rule } from './rule.ts';
import { scopeExcluded } from './scope-excluded.ts';
import { scopeOptional } from './scope-optional.ts';
import { syscallBlocked } from './syscall-blocked.ts';
import { withdrawn } from './withdrawn.ts';

export const ALL_RULES: readonly Rule[] = [
  withdrawn,
  disputed,
  distroNotAffected,
  distroMinor,
  platformMismatch,
  platformText,
  scopeExcluded,
  devDependency,
  scopeOptional,
  buildTool,
  notInGraph,
  kernelInContainer,
  informational,
  exploited,
  malicious,
  notObserved,
  loadDenied,
  execDenied,
  syscallBlocked,
  called,
  notCalled,
  notImported,
  maliciousName,
  noCode,
  answeredQuestion,
];

export function evaluateRules(subject: Subject): Opinion[] {
  return ALL_RULES.flatMap((rule) => rule.judge(subject) ?? []);
}
