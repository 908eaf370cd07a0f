/**
 * Vocabularies of CycloneDX `analysis`, which Assay uses, and of OpenVEX, with the mappings between them. CycloneDX has more
 * values, so a round trip through OpenVEX may lose detail; each table says how.
 * https://cyclonedx.org/docs/1.6/json/#vulnerabilities_items_analysis
 * https://github.com/openvex/spec/blob/main/OPENVEX-SPEC.md
 */
import type { OpenVexJustification, OpenVexStatus, VexJustification, VexState } from '../vocabulary/vex.ts';

/** Effect of a statement with this state on a finding, if its author is trusted. */
export const EFFECT_OF_STATE: Readonly<Record<VexState, 'dismiss' | 'confirm' | 'annotate'>> = {
  resolved: 'dismiss',
  resolved_with_pedigree: 'dismiss',
  exploitable: 'confirm',
  in_triage: 'annotate',
  false_positive: 'dismiss',
  not_affected: 'dismiss',
};

/** `false_positive` is imported as `not_affected`, `resolved_with_pedigree` as `resolved`. */
export const STATUS_OF_STATE: Readonly<Record<VexState, OpenVexStatus>> = {
  resolved: 'fixed',
  resolved_with_pedigree: 'fixed',
  exploitable: 'affected',
  in_triage: 'under_investigation',
  false_positive: 'not_affected',
  not_affected: 'not_affected',
};

export const STATE_OF_STATUS: Readonly<Record<OpenVexStatus, VexState>> = {
  not_affected: 'not_affected',
  affected: 'exploitable',
  fixed: 'resolved',
  under_investigation: 'in_triage',
};

/** Representation of a justification in OpenVEX. */
export type ExportedJustification =
  | {
      readonly as: OpenVexJustification;
      /** OpenVEX has no exact equivalent: our justification is added to the impact text. */ readonly named: boolean;
    }
  /**
   * Mitigations in OpenVEX are those that a user can neither configure nor switch off; for any other the status is `affected`.
   */
  | { readonly as: 'affected' };

export const EXPORTED_JUSTIFICATIONS: Readonly<Record<VexJustification, ExportedJustification>> = {
  code_not_present: { as: 'vulnerable_code_not_present', named: false },
  code_not_reachable: { as: 'vulnerable_code_not_in_execute_path', named: false },
  requires_configuration: { as: 'vulnerable_code_cannot_be_controlled_by_adversary', named: true },
  requires_dependency: { as: 'vulnerable_code_cannot_be_controlled_by_adversary', named: true },
  requires_environment: { as: 'vulnerable_code_cannot_be_controlled_by_adversary', named: true },
  protected_by_compiler: { as: 'inline_mitigations_already_exist', named: false },
  // By a policy of the operator; a built-in protection is `BUILT_IN_PROTECTION`.
  protected_at_runtime: { as: 'affected' },
  protected_at_perimeter: { as: 'affected' },
  protected_by_mitigating_control: { as: 'affected' },
};

/** `protected_at_runtime` by a part of the component itself. */
export const BUILT_IN_PROTECTION: ExportedJustification = { as: 'inline_mitigations_already_exist', named: false };

export const IMPORTED_JUSTIFICATIONS: Readonly<Record<OpenVexJustification, VexJustification>> = {
  component_not_present: 'code_not_present',
  vulnerable_code_not_present: 'code_not_present',
  vulnerable_code_not_in_execute_path: 'code_not_reachable',
  vulnerable_code_cannot_be_controlled_by_adversary: 'requires_environment',
  inline_mitigations_already_exist: 'protected_at_runtime',
};

/** Returns the word if it is in the list, in any letter case; otherwise undefined. */
export function findTerm<Word extends string>(words: readonly Word[], text: string | undefined): Word | undefined {
  const lower = text?.trim().toLowerCase();
  return words.find((word) => word === lower);
}
