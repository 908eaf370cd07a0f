/**
 * One statement of a VEX document, independent of its format: a vulnerability, a target, and the assessment of the author.
 * Statements are stored as parsed and applied whenever findings are published, so that they also apply to later findings.
 */
import type { VexFormat } from '../vocabulary/vex.ts';

export interface VexStatement {
  /** All ids that the statement gives for the vulnerability, in upper case. */
  readonly ids: readonly string[];
  readonly target: VexTarget;
  /** One of `VEX_STATES`; OpenVEX statuses are mapped to them. */
  readonly state: string;
  readonly justification: string | null;
  readonly response: readonly string[];
  readonly detail: string | null;
  readonly actionStatement: string | null;
  /** ISO 8601, inherited from the document if the statement has none. */
  readonly at: string;
  readonly author: string;
  /** Original wording, where it holds more than the mapping preserves; takes precedence on export. */
  readonly verbatim: {
    readonly format: VexFormat;
    readonly status: string;
    readonly justification: string | null;
  };
}

/** Target of a statement; if both parts are given, both must match. */
export interface VexTarget {
  /** Image reference, `pkg:oci/…`, digest, or a name of the service; null: the subject that the document was uploaded for. */
  readonly product: string | null;
  /** purl of the component; null: all components of the product. */
  readonly component: string | null;
  /** Reference into a stored SBOM: serial number, version and bom-ref. */
  readonly bomLink: { readonly serialNumber: string; readonly version: number | null; readonly ref: string } | null;
  /**
   * Versions of the component that the statement is limited to: single versions and `vers` ranges. Empty: the version of the
   * purl, or all.
   */
  readonly versions: readonly {
    readonly version?: string;
    readonly range?: string;
    readonly status: 'affected' | 'unaffected' | 'unknown';
  }[];
}

const URN = /^urn:uuid:/i;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** The serial number of a CycloneDX document without `urn:uuid:`, in lower case. Undefined: not a valid one. */
export function toSerialNumber(text: string | undefined): string | undefined {
  const uuid = text?.trim().replace(URN, '').toLowerCase();
  return uuid !== undefined && UUID.test(uuid) ? uuid : undefined;
}
