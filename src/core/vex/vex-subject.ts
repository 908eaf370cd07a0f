/** All that a statement can be matched with: one vulnerability in one component of one service version, and where it was found. */

export interface VexSubject {
  /** Every id of the alias group, in capital letters. */
  readonly ids: readonly string[];
  readonly component: {
    /** As sent and in our own spelling. */
    readonly purls: readonly string[];
    readonly version: string | null;
  };
  readonly service: {
    readonly names: readonly string[];
    /** The name of the service version and its aliases. */
    readonly versions: readonly string[];
  };
  /** Of the documents that hold the component. */
  readonly images: readonly VexImage[];
  readonly documents: readonly VexSubjectDocument[];
}

export interface VexImage {
  /** `ghcr.io/acme/shop:1.4@sha256:…`, as it was sent. */
  readonly reference: string;
  /** Where it is known otherwise than from the reference. */
  readonly digest: string | null;
  /** `pkg:oci/…`, where a document names one. */
  readonly purls: readonly string[];
}

/** A live SBOM of the version that holds the component. */
export interface VexSubjectDocument {
  /** With or without `urn:uuid:`. */
  readonly serialNumber: string | null;
  readonly version: number | null;
  /** The component's own. */
  readonly refs: readonly string[];
  /** What the document is about. */
  readonly root: {
    readonly ref: string | null;
    readonly name: string;
    readonly version: string | null;
    readonly purl: string | null;
  } | null;
}
