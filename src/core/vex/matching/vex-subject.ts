/**
 * Everything that a statement can be matched with: one vulnerability in one component of one service version, and its location.
 */

export interface VexSubject {
  /** All ids of the alias group, in upper case. */
  readonly ids: readonly string[];
  readonly component: {
    /** As uploaded and normalized. */
    readonly purls: readonly string[];
    readonly version: string | null;
  };
  readonly service: {
    readonly names: readonly string[];
    /** The name of the service version and its aliases. */
    readonly versions: readonly string[];
  };
  /** From the documents that contain the component. */
  readonly images: readonly VexImage[];
  readonly documents: readonly VexSubjectDocument[];
}

export interface VexImage {
  /** `ghcr.io/acme/shop:1.4@sha256:…`, as uploaded. */
  readonly reference: string;
  /** If known from a source other than the reference. */
  readonly digest: string | null;
  /** `pkg:oci/…`, if a document names one. */
  readonly purls: readonly string[];
}

/** A live SBOM of the version that contains the component. */
export interface VexSubjectDocument {
  /** With or without `urn:uuid:`. */
  readonly serialNumber: string | null;
  readonly version: number | null;
  /** References of the component. */
  readonly refs: readonly string[];
  /** The subject of the document. */
  readonly root: {
    readonly ref: string | null;
    readonly name: string;
    readonly version: string | null;
    readonly purl: string | null;
  } | null;
}
