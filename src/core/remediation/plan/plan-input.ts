/** What a plan is made from: packages with their answers, and findings with what others have decided about them. */
import type { Severity } from '../../advisory/advisory.ts';
import type { CandidateEntry, PackageMatch, PackageVersion } from '../../match/match.ts';
import type { Position } from '../advice.ts';
import type { Manager } from '../commands/command.ts';
import type { NoCleanAnswer } from '../no-clean-version.ts';
import type { OsImage } from '../system/os-packages.ts';
import type { FactsOf, TargetAnswer } from '../targets/target.ts';

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
  /** Not relevant here, or somebody has decided: never a gain. */
  readonly isFiltered: boolean;
  readonly isExploited: boolean;
  /** ISO 8601, UTC; null: nobody waits for it. */
  readonly dueAt: string | null;
}

/** One package version that has findings. */
export interface PlanPackage {
  readonly id: string;
  /** The package without its version. */
  readonly key: string;
  /** As a package manager spells it. */
  readonly name: string;
  readonly package: PackageVersion;
  readonly entries: readonly CandidateEntry[];
  readonly answer: TargetAnswer;
  /** Where there is no clean version. */
  readonly withoutClean?: NoCleanAnswer;
  /** Every place that it is in. */
  readonly places: readonly PackagePlace[];
  readonly position: Position;
  readonly manager?: Manager;
  /** Of a Maven artifact. */
  readonly classifier?: string;
  readonly type?: string;
  /** Packages of the system that brought it, by id: they are what has to be updated. */
  readonly ownedBy: readonly string[];
  /** Who brought it is merely likely in one of its places. */
  readonly isProbablyOwned?: boolean;
  /** It was compiled into something: whoever upgrades it builds and delivers that anew. */
  readonly isLinked?: boolean;
}

export interface PackagePlace {
  /** Null: none, or one that nobody has named. */
  readonly image: string | null;
  /** It is built from layers, named or not: nothing is changed where it runs. */
  readonly isBuilt: boolean;
  readonly layer: string | undefined;
}

export interface PlanInput {
  readonly packages: readonly PlanPackage[];
  readonly findings: readonly PlanFinding[];
  readonly images: readonly OsImage[];
  readonly factsOf: FactsOf;
  /** The time of asking, and until when a deadline is near: three days later. ISO 8601, UTC. */
  readonly at: string;
  readonly urgentUntil: string;
}
