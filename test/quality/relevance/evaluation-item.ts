/**
 * One item of the evaluation: an advisory, a component, a security profile, and the expected result. All content is invented,
 * including ids and packages, so that no model can answer from memory. Labels follow from the rules of docs/concepts/relevance.md, never
 * from the output of a model or of the code.
 */
import type { Platform } from '../../../src/core/advisory/platform.ts';
import type { ProfileFields } from '../../../src/core/profile/security-profile.ts';
import type { Precondition } from '../../../src/core/relevance/assessments/assessment.ts';
import type { ComponentScope } from '../../../src/core/vocabulary/sbom.ts';
import type { VexJustification } from '../../../src/core/vocabulary/vex.ts';

export const SUITES = ['core', 'traps', 'injections', 'incomplete'] as const;
export type Suite = (typeof SUITES)[number];

/** `relevant`: must not be dismissed. `either`: careful readers may disagree, so it counts only for effort. */
export type Label = 'relevant' | 'not_relevant' | 'either';

/** Justifications for a dismissal by a machine, from the table of contradictions. */
export const MACHINE_JUSTIFICATIONS = [
  'requires_environment',
  'requires_configuration',
  'code_not_reachable',
  'protected_at_runtime',
] as const satisfies readonly VexJustification[];

export interface EvaluationItem {
  /** Unique, words with hyphens. */
  readonly id: string;
  readonly suite: Suite;
  readonly advisory: LabeledAdvisory;
  readonly component: LabeledComponent;
  /** All of them apply. */
  readonly profiles: readonly LabeledProfile[];
  readonly label: Label;
  /** For items that are not relevant. */
  readonly justification: VexJustification | null;
  /** Explanation of the label. */
  readonly rationale: string;
  /** Preconditions that a careful reader finds in the text; with a good profile, the table of contradictions does the rest. */
  readonly needs: readonly Precondition[];
}

export interface LabeledAdvisory {
  /** All of them match the component. */
  readonly records: readonly { readonly recordId: string; readonly title: string; readonly details: string }[];
  readonly cwes: readonly string[];
  /** CVSS 3.1 score. */
  readonly score: number;
  readonly epss: number | null;
  readonly isKnownExploited: boolean;
  readonly publishedAt: string;
  /** From structured fields. */
  readonly platforms: readonly Platform[];
}

export interface LabeledComponent {
  readonly ecosystem: string;
  readonly name: string;
  readonly version: string;
  readonly scope: ComponentScope;
  readonly files: readonly string[];
}

export interface LabeledProfile {
  readonly name: string;
  readonly fields: ProfileFields;
  /** AppArmor or seccomp documents confirmed to be in force. */
  readonly documentRefs: readonly string[];
}
