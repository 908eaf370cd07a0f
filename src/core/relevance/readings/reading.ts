/**
 * What a model has read, as it answered: claims that nobody has checked yet. Readings are stored as they are and verified again
 * with every publication, so that a profile that changed or a vulnerability that is exploited since yesterday is heard at once.
 */
import type { VexJustification } from '../../vex/vex-words.ts';

export const PRECONDITION_TYPES = [
  'os',
  'arch',
  'language_runtime_version',
  'attack_vector_local',
  'requires_auth',
  'requires_feature',
  'requires_config',
  'requires_untrusted_input',
  'requires_user_interaction',
  'requires_privilege',
  'requires_process_exec',
  'requires_syscall',
  'dos_only',
  'client_side_only',
] as const;
export type PreconditionType = (typeof PRECONDITION_TYPES)[number];

/** Something that has to hold before the vulnerability can be used at all. */
export interface Precondition {
  readonly type: PreconditionType;
  /** In the words of the type: `windows`, `<11`, `xml`, the name of a feature; null where the type says it all. */
  readonly value: string | null;
  /** Literally from the text of the advisory; empty for what a structured field says. */
  readonly quote: string;
  readonly necessary: boolean;
}

/** Call A: what the advisory demands. It holds no data of a customer. */
export interface FactsReading {
  readonly preconditions: readonly Precondition[];
}

export const READING_VERDICTS = ['relevant', 'not_relevant', 'uncertain'] as const;
export type ReadingVerdict = (typeof READING_VERDICTS)[number];

/** What the model says about one item of call B: the finding, or the control item. */
export interface ProfileAnswer {
  readonly id: string;
  readonly verdict: ReadingVerdict;
  readonly justification: VexJustification | null;
  readonly evidence: readonly CitedField[];
  /** 0 to 1: a filter, never a proof. */
  readonly confidence: number;
  /** Plain text for people. */
  readonly explanation: string;
}

export interface CitedField {
  /** In the list of preconditions that was sent. */
  readonly preconditionIndex: number;
  readonly profilePath: string;
  /** The model's word for how the two stand to each other; for people. */
  readonly relation: string;
}

/** Call B: one profile. */
export interface ProfileReading {
  readonly profile: string;
  /** Ids that were sent, made up for this one request. */
  readonly sent: { readonly finding: string; readonly control: string };
  readonly items: readonly ProfileAnswer[];
}

/** Call C: the opposite task. `yes`: a way to exploit it was found, or the precondition is not truly necessary. */
export interface SecondReading {
  readonly id: string;
  readonly sent: string;
  readonly exploitable: 'yes' | 'no' | 'uncertain';
  readonly explanation: string;
}

/** All that was asked about one finding. Absent: not asked, or not answered. */
export interface Readings {
  readonly model: string;
  readonly promptVersion: string;
  /** When the last of it was answered. ISO 8601, UTC. */
  readonly at: string;
  readonly sharing: SharingMode;
  readonly facts?: FactsReading;
  /** One for each profile that applies; none with `advisory-only`. */
  readonly profiles: readonly ProfileReading[];
  readonly second?: SecondReading;
}

export const SHARING_MODES = ['advisory-only', 'structured-profile', 'full-profile'] as const;
export type SharingMode = (typeof SHARING_MODES)[number];

/** The text of a record that matched the component, as it was stored: quotes are looked for in it. */
export interface AdvisoryText {
  readonly recordId: string;
  readonly title: string;
  readonly details: string;
  /** Of the record. */
  readonly hash: string;
}
