/**
 * One question of the evaluation: an advisory, a component, how the service runs, and what has to come out of it. Everything in it
 * is made up and written by us, ids and packages included, so that no model can answer from memory. The labels come from the rules
 * of docs/relevance.md, never from an answer of a model or of the code.
 */
import type { Platform } from '../../../src/core/advisory/platform.ts';
import type { ProfileFields } from '../../../src/core/profile/security-profile.ts';
import type { Precondition } from '../../../src/core/relevance/readings/reading.ts';
import type { Scope } from '../../../src/core/sbom/inventory.ts';
import type { VexJustification } from '../../../src/core/vex/vex-words.ts';

export const SUITES = ['core', 'traps', 'injections', 'incomplete'] as const;
export type Suite = (typeof SUITES)[number];

/** `relevant`: nobody may dismiss it. `either`: two careful readers may differ, so it counts for nothing but effort. */
export type Label = 'relevant' | 'not_relevant' | 'either';

/** What a machine may give as a reason to dismiss, by the table of contradictions. */
export const MACHINE_JUSTIFICATIONS = [
  'requires_environment',
  'requires_configuration',
  'code_not_reachable',
  'protected_at_runtime',
] as const satisfies readonly VexJustification[];

export interface EvaluationItem {
  /** Words with hyphens, of its own. */
  readonly id: string;
  readonly suite: Suite;
  readonly advisory: LabeledAdvisory;
  readonly component: LabeledComponent;
  /** Each of them applies. */
  readonly profiles: readonly LabeledProfile[];
  readonly label: Label;
  /** Of what is not relevant. */
  readonly justification: VexJustification | null;
  /** Why, for the person who doubts it. */
  readonly rationale: string;
  /** What a careful reader takes out of the text; with a good profile the table of contradictions has the rest. */
  readonly needs: readonly Precondition[];
}

export interface LabeledAdvisory {
  /** All of them matched the component. */
  readonly records: readonly { readonly recordId: string; readonly title: string; readonly details: string }[];
  readonly cwes: readonly string[];
  /** Of CVSS 3.1. */
  readonly score: number;
  readonly epss: number | null;
  readonly isKnownExploited: boolean;
  readonly publishedAt: string;
  /** Of structured fields. */
  readonly platforms: readonly Platform[];
}

export interface LabeledComponent {
  readonly ecosystem: string;
  readonly name: string;
  readonly version: string;
  readonly scope: Scope;
  readonly files: readonly string[];
}

export interface LabeledProfile {
  readonly name: string;
  readonly fields: ProfileFields;
  /** Documents of AppArmor or seccomp that somebody confirmed to be in force. */
  readonly runtimeDocuments: readonly string[];
}
