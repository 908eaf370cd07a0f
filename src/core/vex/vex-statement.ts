/**
 * One statement of a VEX document, whichever format it was written in: a vulnerability, what it is about, and what its author says.
 * Kept as it was read and applied whenever findings are published, so that it reaches findings that appear later.
 */

/** How far an organization trusts an author; `none` only annotates. */
export const TRUST_LEVELS = ['organization', 'supplier', 'none'] as const;
export type TrustLevel = (typeof TRUST_LEVELS)[number];

export interface VexStatement {
  /** Every id that the statement gives for the vulnerability, in capital letters. */
  readonly ids: readonly string[];
  readonly target: VexTarget;
  /** One of `VEX_STATES`; OpenVEX is mapped to it. */
  readonly state: string;
  readonly justification: string | null;
  readonly response: readonly string[];
  readonly detail: string | null;
  readonly actionStatement: string | null;
  /** ISO 8601, inherited from the document where the statement has none. */
  readonly at: string;
  readonly author: string;
  /** As the document wrote it, where that is more than the mapping keeps; wins on export. */
  readonly verbatim: {
    readonly format: 'cyclonedx' | 'openvex';
    readonly status: string;
    readonly justification: string | null;
  };
}

/** What it is about; both parts must match where both are given. */
export interface VexTarget {
  /** Image reference, `pkg:oci/…`, digest, or a name of the service; null: whatever the document was sent for. */
  readonly product: string | null;
  /** purl of the component; null: all components of the product. */
  readonly component: string | null;
  /** Reference into a stored SBOM: its serial number and version, and the bom-ref. */
  readonly bomLink: { readonly serialNumber: string; readonly version: number | null; readonly ref: string } | null;
  /** Of the component, where the statement limits them: listed ones and `vers` ranges. Empty: that of the purl, or all. */
  readonly versions: readonly {
    readonly version?: string;
    readonly range?: string;
    readonly status: 'affected' | 'unaffected' | 'unknown';
  }[];
}
