/**
 * A labeled case: what a document says, what records say, and what has to come out of it. The labels are written by hand from
 * the rules of `docs/matching.md`, never from an answer of the code.
 */
import type { CannotAssessReason, Family } from '../../src/core/identity/package-identity.ts';
import type { Confidence, PackageMatch } from '../../src/core/match/match.ts';
import type { Dismissal } from '../../src/core/match/ownership/owner-verdict.ts';

export type Json = Readonly<Record<string, unknown>>;

export interface LabeledCase {
  /** A sentence about behavior; no two cases share one. */
  readonly name: string;
  /** Whose score it counts for; `none`: the component is of no ecosystem. */
  readonly ecosystem: Family | 'none';
  /** As they stand in a CycloneDX document, or packages of an SPDX one. */
  readonly components: readonly Json[];
  readonly sent: Sent;
  readonly records: readonly PublishedRecord[];
  readonly labels: readonly Label[];
}

/** Everything around the components. */
export interface Sent {
  /** CycloneDX unless it says otherwise. */
  readonly format?: 'spdx';
  /** The operating system that the document names, `debian 12`. */
  readonly system?: string;
  /** What the sender says about the distribution of all packages. */
  readonly distro?: string;
  /** The image that the document is sent for. */
  readonly image?: string;
  /** False: the tool that wrote the document does not state source packages, so that a missing one says nothing. */
  readonly statesSources?: false;
  /** Other members of the document. */
  readonly members?: Json;
  /** When it is asked; records that are withdrawn by then do not count, and releases may have ended. */
  readonly asOf?: string;
  /** False: no advisories of the release are loaded. */
  readonly loaded?: boolean;
}

export interface PublishedRecord {
  /** In OSV form. */
  readonly osv: Json;
  /** The directory of the export that holds this copy; undefined: those of all ecosystems that it speaks of. */
  readonly directory?: string;
}

export type Verdict = PackageMatch['state'];

/** What is expected of one component and one vulnerability. Members that are left out are not looked at. */
export interface Label {
  /** Position among the components of the case. */
  readonly component: number;
  /** The id under which the answer is shown. */
  readonly vulnerability: string;
  readonly verdict: Verdict;
  /** Why it cannot be assessed. */
  readonly reason?: CannotAssessReason;
  readonly confidence?: Confidence;
  /** All of them, in any order. */
  readonly assumptions?: readonly string[];
  /** All of them, the nearest first. */
  readonly fixedVersions?: readonly string[];
  readonly fixState?: PackageMatch['fixState'];
  readonly class?: PackageMatch['class'];
  readonly urgency?: string;
  /** The name under which the deciding record was found: the package's own, or that of its source. */
  readonly via?: 'direct' | 'source';
  /** The version that the deciding record was tested with. */
  readonly testedVersion?: string;
  /** Ids of all records in the evidence, in any order. */
  readonly records?: readonly string[];
  /** Whether "not affected" was said aloud, and is not mere silence. */
  readonly isSaid?: boolean;
  /** Why a match stays and is not affected all the same: the package of the system that brought it knows better. */
  readonly dismissal?: Dismissal['code'];
}
