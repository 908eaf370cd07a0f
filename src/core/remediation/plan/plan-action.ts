/** One action of a plan, with everything a user needs to know before applying it. */
import type { Advice, Sighting } from '../advice.ts';
import type { VerifiedExists } from '../targets/candidates.ts';
import type { CommandAnswer } from '../commands/command.ts';
import type { NoCleanAnswer } from '../recommend.ts';
import { existsInArchive, type ArchiveCheck } from './archive-check.ts';
import type { Alternative } from '../targets/target.ts';
import type { Confidence } from '../../vocabulary/finding.ts';
import type { Family } from '../../vocabulary/package.ts';
import type { ActionKind, Breaking, Distance, UrgentReason } from '../../vocabulary/remediation.ts';

/** An action before the findings fixed by other actions are subtracted. */
export interface DraftAction {
  /** Stable across plans; a text that can be hashed together with the service. */
  readonly id: string;
  readonly kind: ActionKind;
  readonly package: {
    readonly key: string;
    readonly name: string;
    readonly family: Family;
    readonly line: string | null;
  };
  /** Distinct installed versions; empty for a whole base or release. */
  readonly from: readonly string[];
  /** Null: there is no target version. */
  readonly to: string | null;
  /** Input of the simulation: the new version of each package; null: it is removed. */
  readonly changes: readonly { readonly packageId: string; readonly to: string | null }[];
  readonly verifiedExists: VerifiedExists;
  readonly distance: Distance;
  readonly breaking: Breaking;
  /** `unknown`: unverified, so it removes no risk. */
  readonly claim: Advice['claim'];
  readonly confidence: Confidence;
  readonly direct: boolean | null;
  readonly introducedBy: readonly string[];
  readonly images: readonly string[];
  /** Ids of findings that it fixes if it works, including filtered ones. */
  readonly fixes: readonly string[];
  /** Ids of findings that it may fix, without a guarantee. */
  readonly mayFix: readonly string[];
  /** Alias groups. */
  readonly introduces: readonly string[];
  readonly remaining: readonly string[];
  readonly effort: number;
  readonly text: string;
  readonly commands: CommandAnswer;
  readonly alternatives: readonly ActionAlternative[];
  readonly evidence: readonly Sighting[];
  readonly withoutClean: NoCleanAnswer | null;
  /** Absent if no package index lists a package of the action. */
  readonly archive?: ArchiveCheck;
}

/** Another way to fix the same findings, or another version. */
export type ActionAlternative =
  | { readonly advice: Advice; readonly commands: CommandAnswer }
  | ({ readonly commands: CommandAnswer } & Alternative);

export interface PlanAction extends DraftAction {
  /** Risk of the findings that no earlier action fixes, minus the risk it introduces; 0 if it is unverified. */
  readonly gain: number;
  /** The nearest deadline of the findings that it fixes or may fix. */
  readonly dueAt: string | null;
  readonly isUrgent: boolean;
  /** Null: not urgent. */
  readonly urgentReason: UrgentReason | null;
}

/** Returns whether the action is known to work. */
export function isVerified({ claim }: Pick<DraftAction, 'claim'>): boolean {
  return claim === 'known';
}

/** Returns the action as it concerns one of its packages. For a package that it does not change, the action is the same. */
export function narrowToPackage(action: PlanAction, packageId: string): PlanAction {
  const { archive: check, ...others } = action;
  if (check === undefined || !action.changes.some((each) => each.packageId === packageId)) return action;
  const sightings = check.sightings.filter((each) => each.packageId === packageId);
  const archive = sightings.length === 0 ? undefined : { ...check, total: 1, sightings };
  return { ...others, verifiedExists: existsInArchive(archive), ...(archive && { archive }) };
}

/** Version of the numbers below. A stored plan states which version produced it. */
export const EFFORT_MODEL = '1';

const BY_DISTANCE: Readonly<Record<Distance, number>> = { patch: 1, minor: 2, unknown: 3, major: 5 };
const BY_KIND: { readonly [Kind in ActionKind]?: number } = {
  bump_parent: 3,
  override: 3,
  remove: 3,
  workaround: 3,
  rebuild_base: 4,
  replace: 5,
  // Within a release, every update has the same effort, whatever its version number is.
  os_update: 1,
};

export function effortOf(kind: ActionKind, distance: Distance): number {
  return BY_KIND[kind] ?? BY_DISTANCE[distance];
}
