/** The input of a plan: packages with their targets, and findings with their relevance and deadlines. */
import type { CandidateEntry, PackageMatch, PackageVersion } from '../../match/match.ts';
import type { Position } from '../advice.ts';
import type { Manager } from '../commands/command.ts';
import type { NoCleanAnswer } from '../recommend.ts';
import type { OsImage, PackagePlace } from './os-packages.ts';
import type { FactsOf, TargetAnswer } from '../targets/target.ts';
import type { Severity } from '../../vocabulary/severity.ts';

/** A vulnerability of one package version in this version of the service. */
export interface PlanFinding {
  readonly id: string;
  readonly packageId: string;
  readonly groupId: string;
  readonly class: PackageMatch['class'];
  readonly severity: Severity;
  /** 0 to 100, one decimal. */
  readonly risk: number;
  /** Priority of the finding: `P0` is the most urgent. Bands compare as texts. */
  readonly band: string;
  /** Not relevant, or covered by a decision: never counted as a gain. */
  readonly isFiltered: boolean;
  readonly isExploited: boolean;
  /** ISO 8601, UTC; null: no deadline. */
  readonly dueAt: string | null;
}

/** A version of a source package in an archive. */
export interface ArchivedVersion {
  readonly version: string;
  /** `bookworm-security/main` */
  readonly archive: string;
  /** Time of the index. ISO 8601, UTC. */
  readonly asOf: string;
}

/** One package version that has findings. */
export interface PlanPackage {
  readonly id: string;
  /** The package without its version. */
  readonly key: string;
  /** As the package manager spells it. */
  readonly name: string;
  readonly package: PackageVersion;
  readonly entries: readonly CandidateEntry[];
  readonly answer: TargetAnswer;
  /** Set if there is no clean version. */
  readonly withoutClean?: NoCleanAnswer;
  /** All places that contain it. */
  readonly places: readonly PackagePlace[];
  readonly position: Position;
  readonly manager?: Manager;
  /** For a Maven artifact. */
  readonly classifier?: string;
  readonly type?: string;
  /** Ids of the system packages that own it: these have to be updated. */
  readonly ownedBy: readonly string[];
  /** In at least one place, the owner is only probable. */
  readonly isProbablyOwned?: boolean;
  /** It is compiled into a binary, which has to be rebuilt and redeployed after an upgrade. */
  readonly isLinked?: boolean;
  /** Versions of its source package in the archives of its release; empty or absent: no index lists it. */
  readonly archived?: readonly ArchivedVersion[];
}

export interface PlanInput {
  readonly packages: readonly PlanPackage[];
  readonly findings: readonly PlanFinding[];
  readonly images: readonly OsImage[];
  readonly factsOf: FactsOf;
  /** Current time, and the time until which a deadline counts as near: three days later. ISO 8601, UTC. */
  readonly at: string;
  readonly urgentUntil: string;
}
