/** What a document says is in the software: its components as sent, how they depend on each other, and what could not be read. */

export interface Inventory {
  /** What the document is about. In CycloneDX it stands beside the components; in SPDX it is one of them. */
  readonly subject: Component | undefined;
  /** In the order of the document, nested ones flattened, unreadable ones left out with a warning. */
  readonly components: readonly Component[];
  /**
   * Who needs or contains whom, as pairs of indexes into `components` one behind the other: from, to, from, to. -1 is a
   * subject that is no component. Without duplicates. Packed, because a document may have millions.
   */
  readonly edges: Int32Array;
  /**
   * Which package of the system has which other component among its files, where the document says so: pairs as in `edges`, the
   * owner first. It is no dependency: nobody needs what merely lies in the same package.
   */
  readonly ownerships: Int32Array;
  /** Where the document says that it begins: indexes as in `edges`. Empty when it does not say. */
  readonly roots: Int32Array;
  /**
   * Complete: every component can be reached from a root, no reference leads nowhere, and the document does not say that
   * something is missing. Missing: there are no edges.
   */
  readonly graph: 'complete' | 'partial' | 'missing';
  /** Distribution and release that the document names for the whole image, for example `debian-12`. */
  readonly distro: string | undefined;
  /** Name and version of the tool that wrote the document. */
  readonly tool: string | undefined;
  /** What it says about itself; absent: nothing of it. */
  readonly about?: AboutDocument;
  /** What the document lists besides components. */
  readonly serviceCount: number;
  readonly fileCount: number;
  /** What the document itself says about vulnerabilities: kept and shown, never believed by default. */
  readonly claims: readonly VulnerabilityClaim[];
  readonly warnings: readonly InventoryWarning[];
}

export interface AboutDocument {
  /** When in the life of the software it was made, in its own words: `pre-build`, `operations`; `source`, `runtime`. */
  readonly phases: readonly string[];
  /** Of CycloneDX: with its version it is what links from other documents name. */
  readonly serialNumber: string | undefined;
  readonly version: number | undefined;
  /** It says that nothing is missing from its graph. */
  readonly isGraphWhole: boolean;
  /** Of the image that it was made from, where a tool says it. */
  readonly image?: ImageFacts;
}

export interface ImageFacts {
  /** Digests of its layers before compression, the lowest first. Empty: not known. */
  readonly layers: readonly string[];
  /** The image that it was built on, as its labels say. */
  readonly baseName: string | undefined;
}

/** What something was built for, in the words of Go: `linux`, `amd64`. An empty list: the document does not say. */
export interface BuiltFor {
  readonly os: readonly string[];
  readonly arch: readonly string[];
}

/**
 * What for a component is there, from the most to the least needed. `build` is a tool that makes the software and is not in it;
 * `unknown` is a document that does not say.
 */
export const SCOPES = ['required', 'unknown', 'optional', 'build', 'development', 'test', 'excluded'] as const;
export type Scope = (typeof SCOPES)[number];

export interface Component {
  /** `bom-ref` or SPDXID; made up from the position when the document has none. */
  readonly ref: string;
  /** The document's word: library, application, operating-system, ... */
  readonly type: string;
  readonly group: string | undefined;
  readonly name: string;
  readonly version: string | undefined;
  /** Every purl of the component as sent, without duplicates. */
  readonly purls: readonly string[];
  readonly cpes: readonly string[];
  readonly scope: Scope;
  /** Source package, as a tool wrote it in a property of its own. */
  readonly source: { readonly name: string; readonly version: string | undefined } | undefined;
  /** What a tool calls the kind of package in a property of its own: `deb`, `npm`, `java-archive`. */
  readonly packageType: string | undefined;
  /** Epoch and module of an rpm package, as a tool wrote them beside the purl. */
  readonly epoch: string | undefined;
  readonly module: string | undefined;
  /** Where a tool found a jar inside of other archives: `/app.jar:BOOT-INF/lib/a-1.0.jar`, `/app.jar:org.acme:a`. */
  readonly archivePath?: string;
  /** As a tool wrote it in properties of its own; absent: it did not. */
  readonly platform?: BuiltFor;
  /** What is only shown; undefined where the document has nothing of it. */
  readonly details: ComponentDetails | undefined;
}

export interface ComponentDetails {
  readonly description?: string;
  readonly supplier?: string;
  /** SPDX expressions, ids or names, as sent. */
  readonly licenses?: readonly string[];
  readonly hashes?: readonly { readonly algorithm: string; readonly value: string }[];
  readonly references?: readonly { readonly type: string; readonly url: string }[];
  /** Files in which a tool found the component, and the layer of the image that holds them. */
  readonly locations?: readonly { readonly path: string; readonly layer?: string }[];
  /** The layer of the image that it came with, where a tool says it of the component and not of a file. */
  readonly layer?: string;
}

/** One vulnerability in the words of the document: CycloneDX `vulnerabilities`, SPDX security references and relationships. */
export interface VulnerabilityClaim {
  readonly id: string;
  readonly source: string | undefined;
  /** Whom it speaks of: indexes as in `edges`. Empty: the whole document, or something that the document does not list. */
  readonly components: readonly number[];
  /** As CycloneDX calls it: `exploitable`, `not_affected`, `in_triage`, ...; undefined when only the vulnerability is named. */
  readonly state: string | undefined;
  readonly justification: string | undefined;
  readonly detail: string | undefined;
}

export interface InventoryWarning {
  readonly code: string;
  readonly count: number;
  /** JSON pointers of the first few. */
  readonly paths: readonly string[];
}
