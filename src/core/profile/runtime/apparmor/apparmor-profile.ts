/**
 * Parsed AppArmor document: its profiles with the rules that Assay queries, each with its line. Plain values: the patterns are
 * compiled on the first query.
 */
import type { Line, RuntimeWarning } from '../runtime-warning.ts';

export interface AppArmorDocument {
  readonly kind: 'apparmor';
  /** Includes children and hats, as a flat list. */
  readonly profiles: readonly AppArmorProfile[];
  readonly warnings: readonly RuntimeWarning[];
}

export interface AppArmorProfile extends Line {
  /** `parent//child` for children and hats. */
  readonly name: string;
  /** False: the profile denies nothing. */
  readonly isEnforced: boolean;
  readonly files: readonly FileRule[];
  readonly capabilities: readonly CapabilityRule[];
  readonly networks: readonly NetworkRule[];
  /** Lines that refer to rules outside the document. With any of them, access that no deny rule covers is unknown. */
  readonly opened: readonly Line[];
  /** Transitions that leave the document. With any of them, nothing is denied for certain. */
  readonly escapes: readonly Line[];
}

/** `r`, `m` for mapping as code, `x`, and `w`, which includes appending. */
export type Permission = 'r' | 'm' | 'x' | 'w';

export interface FileRule extends Line {
  readonly isDenied: boolean;
  /** With variables expanded. */
  readonly pattern: string;
  readonly permissions: readonly Permission[];
}

export interface CapabilityRule extends Line {
  readonly isDenied: boolean;
  /** In lower case, without `cap_`; empty: all. */
  readonly names: readonly string[];
}

export interface NetworkRule extends Line {
  readonly isDenied: boolean;
  /** Empty: all. */
  readonly domains: readonly string[];
  readonly types: readonly string[];
}
