/** Values of CycloneDX `analysis`, which Assay uses: https://cyclonedx.org/docs/1.6/json/#vulnerabilities_items_analysis */
export const VEX_STATES = [
  'resolved',
  'resolved_with_pedigree',
  'exploitable',
  'in_triage',
  'false_positive',
  'not_affected',
] as const;
export type VexState = (typeof VEX_STATES)[number];

export const VEX_JUSTIFICATIONS = [
  'code_not_present',
  'code_not_reachable',
  'requires_configuration',
  'requires_dependency',
  'requires_environment',
  'protected_by_compiler',
  'protected_at_runtime',
  'protected_at_perimeter',
  'protected_by_mitigating_control',
] as const;
export type VexJustification = (typeof VEX_JUSTIFICATIONS)[number];

/** Protection in front of the service, which can be removed without reviewing the decision. */
export const REMOVABLE_JUSTIFICATIONS = VEX_JUSTIFICATIONS.filter(
  (justification) => justification === 'protected_at_perimeter' || justification === 'protected_by_mitigating_control',
);

export const VEX_RESPONSES = ['can_not_fix', 'will_not_fix', 'update', 'rollback', 'workaround_available'] as const;
export type VexResponse = (typeof VEX_RESPONSES)[number];

/** https://github.com/openvex/spec/blob/main/OPENVEX-SPEC.md */
export const OPENVEX_STATUSES = ['not_affected', 'affected', 'fixed', 'under_investigation'] as const;
export type OpenVexStatus = (typeof OPENVEX_STATUSES)[number];

export const OPENVEX_JUSTIFICATIONS = [
  'component_not_present',
  'vulnerable_code_not_present',
  'vulnerable_code_not_in_execute_path',
  'vulnerable_code_cannot_be_controlled_by_adversary',
  'inline_mitigations_already_exist',
] as const;
export type OpenVexJustification = (typeof OPENVEX_JUSTIFICATIONS)[number];

export const VEX_FORMATS = ['cyclonedx', 'openvex', 'csaf'] as const;
export type VexFormat = (typeof VEX_FORMATS)[number];

/** Formats that can be exported. */
export const EXPORTED_VEX_FORMATS = VEX_FORMATS.filter((format) => format !== 'csaf');
export type ExportedVexFormat = (typeof EXPORTED_VEX_FORMATS)[number];

/** How far an organization trusts an author, most first; `none` only annotates. */
export const TRUST_LEVELS = ['organization', 'supplier', 'none'] as const;
export type TrustLevel = (typeof TRUST_LEVELS)[number];

/** Trust that can be given to an author, most first. */
export const GRANTED_TRUST_LEVELS = TRUST_LEVELS.filter((level) => level !== 'none');
