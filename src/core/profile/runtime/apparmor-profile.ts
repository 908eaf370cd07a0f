/**
 * What is kept of an AppArmor document: its profiles with the rules that Assay asks about, each with its line. Plain values: the
 * patterns are compiled when somebody asks.
 */
import type { Line, RuntimeWarning } from './runtime-warning.ts';

export interface AppArmorDocument {
  readonly kind: 'apparmor';
  /** Children and hats beside their parents. */
  readonly profiles: readonly AppArmorProfile[];
  readonly warnings: readonly RuntimeWarning[];
}

export interface AppArmorProfile extends Line {
  /** `parent//child` for children and hats. */
  readonly name: string;
  /** False: nothing that it says is denied. */
  readonly isEnforced: boolean;
  readonly files: readonly FileRule[];
  readonly capabilities: readonly CapabilityRule[];
  readonly networks: readonly NetworkRule[];
  /** Rules that are not here may be anywhere: what is not denied by a rule is not known. */
  readonly opened: readonly Line[];
  /** Children may run without any of these rules: nothing that is denied here is denied for sure. */
  readonly escapes: readonly Line[];
}

/** `r`, `m` for mapping as code, `x`, and `w`, which appending is part of. */
export type Permission = 'r' | 'm' | 'x' | 'w';

export interface FileRule extends Line {
  readonly isDenied: boolean;
  /** Variables filled in. */
  readonly pattern: string;
  readonly permissions: readonly Permission[];
}

export interface CapabilityRule extends Line {
  readonly isDenied: boolean;
  /** In small letters, without `cap_`; empty: all. */
  readonly names: readonly string[];
}

export interface NetworkRule extends Line {
  readonly isDenied: boolean;
  /** Empty: all. */
  readonly domains: readonly string[];
  readonly types: readonly string[];
}
