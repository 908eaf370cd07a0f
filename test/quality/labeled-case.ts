/**
 * A labeled case: the content of a document and of records, and the expected result. Labels are written by hand from the rules of
 * `docs/concepts/matching.md`, never copied from the output of the code.
 */
import type { PackageMatch } from '../../src/core/match/match.ts';
import type { Dismissal } from '../../src/core/match/ownership/resolve-ownership.ts';
import type { Confidence } from '../../src/core/vocabulary/finding.ts';
import type { CannotAssessReason, Family } from '../../src/core/vocabulary/package.ts';

export type Json = Readonly<Record<string, unknown>>;

export interface LabeledCase {
  /** A sentence about behavior; unique. */
  readonly name: string;
  /** The ecosystem whose score it counts for; `none` if the component belongs to none. */
  readonly ecosystem: Family | 'none';
  /** Components as in a CycloneDX document, or packages as in an SPDX one. */
  readonly components: readonly Json[];
  readonly sent: Sent;
  readonly records: readonly PublishedRecord[];
  readonly labels: readonly Label[];
}

/** Everything around the components. */
export interface Sent {
  /** Default: CycloneDX. */
  readonly format?: 'spdx';
  /** The operating system named by the document, `debian 12`. */
  readonly system?: string;
  /** The distribution of all packages, as given with the upload. */
  readonly distro?: string;
  /** The image that the document is uploaded for. */
  readonly image?: string;
  /** False: the tool that wrote the document does not state source packages, so a missing one means nothing. */
  readonly statesSources?: false;
  /** Other members of the document. */
  readonly members?: Json;
  /** Time of the evaluation; records withdrawn by then are ignored, and releases may have reached their end of life. */
  readonly asOf?: string;
  /** False: no advisories of the release are loaded. */
  readonly loaded?: boolean;
}

export interface PublishedRecord {
  /** In OSV format. */
  readonly osv: Json;
  /** The directory of the export with this copy; undefined: those of all ecosystems that it names. */
  readonly directory?: string;
}

export type Verdict = PackageMatch['state'];

/** Expectation for one component and one vulnerability. Absent members are not checked. */
export interface Label {
  /** Position among the components of the case. */
  readonly component: number;
  /** The id that the answer is shown under. */
  readonly vulnerability: string;
  readonly verdict: Verdict;
  /** Why it cannot be assessed. */
  readonly reason?: CannotAssessReason;
  readonly confidence?: Confidence;
  /** All of them, in any order. */
  readonly assumptions?: readonly string[];
  /** All of them, nearest first. */
  readonly fixedVersions?: readonly string[];
  readonly fixState?: PackageMatch['fixState'];
  readonly class?: PackageMatch['class'];
  readonly urgency?: string;
  /** The name that the deciding record was found under: the package's own, or that of its source. */
  readonly via?: 'direct' | 'source';
  /** The version that was compared with the deciding record. */
  readonly testedVersion?: string;
  /** Ids of all records in the evidence, in any order. */
  readonly records?: readonly string[];
  /** Whether "not affected" is an explicit match, not just the absence of one. */
  readonly isSaid?: boolean;
  /** Why a match is kept but not affected: the OS package that contains the component overrides it. */
  readonly dismissal?: Dismissal['code'];
}
