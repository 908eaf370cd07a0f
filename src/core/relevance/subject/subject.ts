/**
 * The input of rules: one vulnerability in one component of one version, with the documents that contain the component and the
 * security profiles that apply to them. Rules depend on nothing else.
 */
import type { EpssFacts, ExploitFacts } from '../../advisory/enrichment/enrichment.ts';
import type { Platform } from '../../advisory/platform.ts';
import type { Remarks } from '../../advisory/vulnerability/remarks.ts';
import type { Vulnerability } from '../../advisory/vulnerability/vulnerability.ts';
import type { PackageMatch } from '../../match/match.ts';
import type { Dismissal } from '../../match/ownership/resolve-ownership.ts';
import type { DocumentTraits } from '../../profile/documents/describe-document.ts';
import type { ProfileView } from '../../profile/profile-view.ts';
import type { ReachabilityFact } from '../../reachability/assess-reachability.ts';
import type { Answers } from '../questions/question.ts';
import type { ComponentScope } from '../../vocabulary/sbom.ts';

export interface Subject {
  readonly vulnerability: Pick<Vulnerability, 'id' | 'severity' | 'cvss' | 'cwes' | 'publishedAt'> &
    Pick<ExploitFacts, 'kev' | 'ssvc'> & { readonly epss: Pick<EpssFacts, 'score'> | null } & Remarks;
  readonly match: Pick<PackageMatch, 'class' | 'assumptions' | 'urgency' | 'fixState'> & {
    readonly dismissal?: Dismissal;
    /** Platforms that a structured field limits the matching records to; empty: no limit. */
    readonly platforms: readonly Platform[];
    /** Names under which the matching records were found: the source package of a distribution; absent: unknown. */
    readonly foundAs?: readonly string[];
    /** Code that the matching records name, if one of them does. */
    readonly code?: VulnerableCode;
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
  /** What analyses of calls say about the vulnerability and about the use of the package; absent: nothing. */
  readonly reachability?: readonly ReachabilityFact[];
  /** Answers to questions about the service; absent: none. */
  readonly answers?: Answers;
}

/** Empty: not named. */
export interface VulnerableCode {
  /** Import paths of Go packages. */
  readonly packages: readonly string[];
  /** Functions of Rust crates. */
  readonly functions: readonly string[];
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
export type DocumentContext = Pick<DocumentTraits, 'kind' | 'isContainer' | 'platform'>;

/**
 * The worst place and the worst profile decide: a condition that lowers a finding has to hold in every document that contains
 * the component, and there in every profile that applies. Nothing is known about a place without a profile.
 */
export function isTrueEverywhere(
  { places, profiles, appliesTo = () => true }: Pick<Subject, 'places' | 'profiles' | 'appliesTo'>,
  isTrue: (place: ComponentPlace, profile: ProfileView) => boolean,
): boolean {
  return (
    places.length > 0 &&
    places.every((place) => {
      const applicable = profiles.filter((profile) => appliesTo(profile, place));
      return applicable.length > 0 && applicable.every((profile) => isTrue(place, profile));
    })
  );
}
