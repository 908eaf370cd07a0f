/**
 * The input of rules: one vulnerability in one component of one version, with the documents that contain the component and the
 * security profiles that apply to them. Rules depend on nothing else.
 */
import type { EpssFacts } from '../../advisory/enrichment/enrichment.ts';
import type { ExploitFacts } from '../../advisory/enrichment/merge-exploit-facts.ts';
import type { Platform } from '../../advisory/platform.ts';
import type { Remarks } from '../../advisory/vulnerability/remarks.ts';
import type { Vulnerability } from '../../advisory/vulnerability/vulnerability.ts';
import type { PackageMatch } from '../../match/match.ts';
import type { Dismissal } from '../../match/ownership/owner-verdict.ts';
import type { ProfileView } from '../../profile/profile-view.ts';
import type { ComponentScope } from '../../vocabulary/sbom.ts';

export interface Subject {
  readonly vulnerability: Pick<Vulnerability, 'id' | 'severity' | 'cvss' | 'cwes' | 'publishedAt'> &
    Pick<ExploitFacts, 'kev' | 'ssvc'> & { readonly epss: Pick<EpssFacts, 'score'> | null } & Remarks;
  readonly match: Pick<PackageMatch, 'class' | 'assumptions' | 'urgency' | 'fixState'> & {
    readonly dismissal?: Dismissal;
    /** Platforms that a structured field limits the matching records to; empty: no limit. */
    readonly platforms: readonly Platform[];
  };
  readonly component: {
    readonly ecosystem: string | null;
    readonly name: string;
    readonly version: string | null;
    /** As spelled in the document; absent: none. */
    readonly purl?: string | null;
    /** As stated in the purl; null otherwise. */
    readonly arch: string | null;
    /** As stated in the document: library, application, operating-system. */
    readonly type: string;
  };
  /** One for each live document of the version that contains the component; never empty. */
  readonly places: readonly ComponentPlace[];
  /** Profiles that apply to at least one of the places. */
  readonly profiles: readonly ProfileView[];
  /** Absent: every profile applies to every place. */
  readonly appliesTo?: (profile: ProfileView, place: ComponentPlace) => boolean;
}

/** The component in one document. */
export interface ComponentPlace {
  readonly sbomId: string | null;
  readonly image: string | null;
  readonly document: DocumentContext;
  readonly scope: ComponentScope;
  /** False: the document says that its graph is complete, and no root leads to the component. Null: unknown. */
  readonly inGraph: boolean | null;
  /** Files of the component itself, not the file where it was detected. Empty: unknown. */
  readonly files: readonly string[];
  /** Platform of this component, if the document states it: `linux`, `amd64`. */
  readonly platform: Platform;
}

/** Facts about a whole document. */
export interface DocumentContext {
  /** From the lifecycle that the document states; `deployed` if it was created from an image or a running system. */
  readonly kind: 'source' | 'build' | 'deployed' | 'unknown';
  /** The document was uploaded with an image, or its subject is a container. */
  readonly isContainer: boolean;
  /** Platform of the system in the document. */
  readonly platform: Platform;
}
