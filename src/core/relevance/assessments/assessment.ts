/**
 * AI assessments as the model returned them, not verified yet. They are stored unchanged and verified at every publication, so
 * that changes of a profile or new exploitation take effect immediately.
 */
import type { SecondOpinionAnswer, SharingMode } from '../../vocabulary/ai.ts';

/**
 * What an advisory can demand of its surroundings, as a closed list. How code decides each is in `contradictions`; those without
 * a row there change nothing.
 */
export const PRECONDITION_TYPES = [
  'os',
  'arch',
  'language_version',
  'component',
  'deployment',
  'input_kind',
  'feature',
  'configuration',
  'command',
  'network_position',
  'reach',
  'authenticated',
  'local_user',
  'privilege',
  'egress',
  'capability',
  'syscall',
  'device',
] as const;
export type PreconditionType = (typeof PRECONDITION_TYPES)[number];

/** About people and positions of an attacker, which may change tomorrow: they may lower a finding and never dismiss it. */
export const ONLY_LOWERING: ReadonlySet<PreconditionType> = new Set([
  'network_position',
  'reach',
  'authenticated',
  'local_user',
  'privilege',
  'egress',
]);

/**
 * Kinds of input that an advisory can demand. `http-body` is in every advisory about a server, and `sql` is the name of a weakness:
 * both say nothing about the input.
 */
export const INPUT_KINDS = ['xml', 'yaml', 'image', 'archive', 'template', 'email', 'file-upload'] as const;

/** Ways to run a program. */
export const DEPLOYMENTS = ['servlet-container', 'windows-service', 'browser', 'command-line'] as const;

/** A condition that has to hold before the vulnerability can be exploited. It depends on the advisory alone. */
export interface Precondition {
  readonly type: PreconditionType;
  /** Value by type: `windows`, `<11`, `xml`, the name of a feature; null where the type needs none. */
  readonly value: string | null;
  /** Literal text of the advisory; empty for a structured field. */
  readonly quote: string;
  readonly necessary: boolean;
}

/** Call A: the preconditions of the advisory. It contains no customer data, so one answer serves every service. */
export interface AdvisoryAssessment {
  readonly preconditions: readonly Precondition[];
}

/** Call C: the opposite task. `yes`: the model found a way to exploit it, or a precondition is not really necessary. */
export interface SecondOpinion {
  readonly id: string;
  readonly sent: string;
  readonly exploitable: SecondOpinionAnswer;
  readonly explanation: string;
}

/** All answers about one finding. Absent: not requested, or no answer. */
export interface Assessment {
  readonly model: string;
  readonly promptVersion: string;
  /** Time of the last answer. ISO 8601, UTC. */
  readonly at: string;
  readonly sharing: SharingMode;
  readonly facts?: AdvisoryAssessment;
  /** The model misread the canary advisory of the batch, so its answer may only suggest. */
  readonly isDoubtful?: boolean;
  readonly second?: SecondOpinion;
}

/** Stored text of a record that matched the component; quotes are searched in it. */
export interface AdvisoryText {
  readonly recordId: string;
  readonly title: string;
  readonly details: string;
  /** Names of the packages that the record is about. */
  readonly packages: readonly string[];
  /** Hash of the record. */
  readonly hash: string;
}
