/**
 * All that a rule may look at: one vulnerability in one component of one version, with the documents that hold the component and
 * the security profiles that apply to them. Rules are functions of this and of nothing else.
 */
import type { CvssRating, Severity } from '../advisory/advisory.ts';
import type { EpssFacts, KevFacts, SsvcFacts } from '../advisory/enrichment.ts';
import type { Platform } from '../advisory/platform.ts';
import type { PackageMatch } from '../match/match.ts';
import type { Dismissal } from '../match/ownership/owner-verdict.ts';
import type { ProfileView } from '../profile/profile-view.ts';
import type { Scope } from '../sbom/inventory.ts';

export interface Subject {
  readonly vulnerability: {
    readonly id: string;
    readonly severity: Severity;
    readonly cvss: readonly CvssRating[];
    readonly cwes: readonly string[];
    readonly kev: KevFacts | null;
    readonly epss: Pick<EpssFacts, 'score'> | null;
    readonly ssvc: SsvcFacts | null;
    readonly publishedAt: string | null;
    /** Closed phrases that a record's text holds: `only:windows`, `syscall:ptrace`; see `core/advisory/mentions.ts`. */
    readonly mentions: readonly string[];
    /** Every CVE of the group is withdrawn or rejected, although another record of it still matches. */
    readonly isWithdrawn: boolean;
    /** A record calls it disputed. */
    readonly isDisputed: boolean;
  };
  readonly match: Pick<PackageMatch, 'class' | 'assumptions' | 'urgency' | 'fixState'> & {
    readonly dismissal?: Dismissal;
    /** What the records that matched are limited to by a structured field; empty: to nothing. */
    readonly platforms: readonly Platform[];
  };
  readonly component: {
    readonly ecosystem: string | null;
    readonly name: string;
    readonly version: string | null;
    /** As the document spells it; absent: it has none. */
    readonly purl?: string | null;
    /** As the purl says; null where it does not. */
    readonly arch: string | null;
    /** The word of the document: library, application, operating-system. */
    readonly type: string;
  };
  /** One for each live document of the version that holds the component; never empty. */
  readonly places: readonly ComponentPlace[];
  /** Those that apply to at least one of the places. */
  readonly profiles: readonly ProfileView[];
  /** Absent: every profile applies to every place. */
  readonly appliesTo?: (profile: ProfileView, place: ComponentPlace) => boolean;
}

/** How one document holds the component. */
export interface ComponentPlace {
  readonly sbomId: string | null;
  readonly image: string | null;
  readonly document: DocumentContext;
  readonly scope: Scope;
  /** False: the document says that its graph is complete, and no root leads to the component. Null: it does not say. */
  readonly inGraph: boolean | null;
  /** Files of the component itself; not where its record was found. Empty: not known. */
  readonly files: readonly string[];
  /** What the component was built for, where the document says it of this component: `linux`, `amd64`. */
  readonly platform: Platform;
}

/** Facts of a whole document. */
export interface DocumentContext {
  /** By the lifecycle that it names; `deployed` where it was made from an image or a running system. */
  readonly kind: 'source' | 'build' | 'deployed' | 'unknown';
  /** An image was sent with it, or what it is about is a container. */
  readonly isContainer: boolean;
  /** Of the system in it. */
  readonly platform: Platform;
}
