/** The content of a document: its components as uploaded, their dependencies, and warnings about unreadable parts. */
import type { TargetPlatform } from '../identity/platform-names.ts';
import type { SourcePackage } from '../identity/source-package.ts';
import type { ComponentScope, GraphState } from '../vocabulary/sbom.ts';

export interface Inventory {
  /** The subject of the document. In CycloneDX it is separate from the components; in SPDX it is one of them. */
  readonly subject: Component | undefined;
  /** In document order; nested components are flattened, unreadable ones are omitted with a warning. */
  readonly components: readonly Component[];
  /**
   * Dependencies and containment as consecutive pairs of indexes into `components`: from, to, from, to. -1 is a subject that is
   * not a component. Without duplicates. Packed, because a document may have millions of edges.
   */
  readonly edges: Int32Array;
  /**
   * System packages that own other components as files, if the document says so: pairs as in `edges`, the owner first. This is
   * not a dependency: files of the same package need not depend on each other.
   */
  readonly ownerships: Int32Array;
  /** Roots that the document names: indexes as in `edges`. Empty if it names none. */
  readonly roots: Int32Array;
  /**
   * Complete: every component is reachable from a root, no reference is dangling, and the document does not state that something
   * is missing. Missing: there are no edges.
   */
  readonly graph: GraphState;
  /** Distribution and release of the whole image, such as `debian-12`. */
  readonly distro: string | undefined;
  /** Name and version of the tool that created the document. */
  readonly tool: string | undefined;
  /** Facts that the document states about itself; absent: none. */
  readonly about?: AboutDocument;
  /** Number of services in the document, which are not components. */
  readonly serviceCount: number;
  readonly fileCount: number;
  /** Claims of the document about vulnerabilities: stored and shown, but not trusted by default. */
  readonly claims: readonly VulnerabilityClaim[];
  readonly warnings: readonly InventoryWarning[];
}

export interface AboutDocument {
  /** Lifecycle phases in the terms of the format: `pre-build`, `operations`; `source`, `runtime`. */
  readonly phases: readonly string[];
  /** CycloneDX only: links from other documents refer to it with the version. */
  readonly serialNumber: string | undefined;
  readonly version: number | undefined;
  /** The document states that its graph is complete. */
  readonly isGraphWhole: boolean;
  /** It states when it was created. */
  readonly isDated: boolean;
  /** Facts about the image that the document was created from, if a tool states them. */
  readonly image?: ImageFacts;
}

export interface ImageFacts {
  /** Digests of the uncompressed layers, the lowest first. Empty: unknown. */
  readonly layers: readonly string[];
  /** The base image, from the labels. */
  readonly baseName: string | undefined;
}

export interface Component {
  /** `bom-ref` or SPDXID; derived from the position if the document has none. */
  readonly ref: string;
  /** The type in the document: library, application, operating-system, ... */
  readonly type: string;
  readonly group: string | undefined;
  readonly name: string;
  readonly version: string | undefined;
  /** All purls of the component as uploaded, without duplicates. */
  readonly purls: readonly string[];
  readonly cpes: readonly string[];
  readonly scope: ComponentScope;
  /** Source package, from a tool-specific property. */
  readonly source: SourcePackage | undefined;
  /** Package type from a tool-specific property: `deb`, `npm`, `java-archive`. */
  readonly packageType: string | undefined;
  /** Epoch and module of an rpm package, from tool-specific properties. */
  readonly epoch: string | undefined;
  readonly module: string | undefined;
  /** Location of a jar inside other archives: `/app.jar:BOOT-INF/lib/a-1.0.jar`, `/app.jar:org.acme:a`. */
  readonly archivePath?: string | undefined;
  /** From tool-specific properties; absent: not stated. */
  readonly platform?: TargetPlatform | undefined;
  /** Display-only details; undefined if the document has none. */
  readonly details: ComponentDetails | undefined;
}

export interface ComponentDetails {
  readonly description?: string | undefined;
  readonly supplier?: string | undefined;
  /** SPDX expressions, ids or names, as uploaded. */
  readonly licenses?: readonly string[] | undefined;
  readonly hashes?: readonly { readonly algorithm: string; readonly value: string }[] | undefined;
  readonly references?: readonly { readonly type: string; readonly url: string }[] | undefined;
  /** Files in which a tool found the component, with the image layer that contains them. */
  readonly locations?: readonly { readonly path: string; readonly layer?: string }[] | undefined;
  /** The image layer of the component, if a tool states it for the component and not for a file. */
  readonly layer?: string | undefined;
}

/** One vulnerability as stated in the document: CycloneDX `vulnerabilities`, SPDX security references and relationships. */
export interface VulnerabilityClaim {
  readonly id: string;
  readonly source: string | undefined;
  /** Affected components: indexes as in `edges`. Empty: the whole document, or a target that the document does not list. */
  readonly components: readonly number[];
  /** CycloneDX state: `exploitable`, `not_affected`, `in_triage`, ...; undefined if only the vulnerability is named. */
  readonly state: string | undefined;
  readonly justification: string | undefined;
  readonly detail: string | undefined;
}

export interface InventoryWarning {
  readonly code: string;
  readonly count: number;
  /** JSON pointers of the first occurrences. */
  readonly paths: readonly string[];
}
