/** One thing to do, with everything that a person wants to know before doing it. */
import type { Family } from '../../identity/package-identity.ts';
import type { Confidence } from '../../match/match.ts';
import type { Advice, AdviceKind, Sighting } from '../advice.ts';
import type { VerifiedExists } from '../targets/candidate.ts';
import type { CommandAnswer } from '../commands/command.ts';
import type { Breaking } from '../targets/compatibility-line.ts';
import type { Distance } from '../targets/distance.ts';
import type { NoCleanAnswer } from '../no-clean-version.ts';
import type { OsActionKind } from '../system/os-packages.ts';
import type { Alternative } from '../targets/target.ts';

export type ActionKind = AdviceKind | OsActionKind | 'replace' | 'remove' | 'workaround';

/** Before it is known what other actions leave for it. */
export interface DraftAction {
  /** Stays the same from plan to plan, in text that can be hashed together with the service. */
  readonly id: string;
  readonly kind: ActionKind;
  readonly package: {
    readonly key: string;
    readonly name: string;
    readonly family: Family;
    readonly line: string | null;
  };
  /** Installed versions, each once; none of a whole base or release. */
  readonly from: readonly string[];
  /** Null: there is no version to name. */
  readonly to: string | null;
  /** For whoever simulates it: what becomes of each package version; null: it is gone. */
  readonly changes: readonly { readonly packageId: string; readonly to: string | null }[];
  readonly verifiedExists: VerifiedExists;
  readonly distance: Distance;
  readonly breaking: Breaking;
  /** `unknown`: unverified, so that no risk counts as removed by it. */
  readonly claim: Advice['claim'];
  readonly confidence: Confidence;
  readonly direct: boolean | null;
  readonly introducedBy: readonly string[];
  readonly images: readonly string[];
  /** Ids of findings that are fixed where it works, filtered ones among them. */
  readonly fixes: readonly string[];
  /** Ids of findings that it may end, which nobody can promise. */
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
}

/** Another way to the same end, or another version. */
export type ActionAlternative =
  | { readonly advice: Advice; readonly commands: CommandAnswer }
  | ({ readonly commands: CommandAnswer } & Alternative);

export interface PlanAction extends DraftAction {
  /** Risk of the findings that no earlier action fixes, minus what it introduces; 0 where it is unverified. */
  readonly gain: number;
  /** The nearest deadline of what it fixes or may fix. */
  readonly dueAt: string | null;
  readonly isUrgent: boolean;
  /** Null: it is not. */
  readonly urgentReason: UrgentReason | null;
}

/** Whether it is known to work. */
export function isVerified({ claim }: Pick<DraftAction, 'claim'>): boolean {
  return claim === 'known';
}

export type UrgentReason = 'malicious' | 'known_exploited' | 'due_soon';

/** Of the numbers below: a stored plan says which of them made it. */
export const EFFORT_MODEL = '1';

const BY_DISTANCE: Readonly<Record<Distance, number>> = { patch: 1, minor: 2, unknown: 3, major: 5 };
const BY_KIND: { readonly [Kind in ActionKind]?: number } = {
  ...{ bump_parent: 3, override: 3, remove: 3, workaround: 3, rebuild_base: 4, replace: 5 },
  // Inside of a release an update is an update, whatever its number.
  os_update: 1,
};

export function effortOf(kind: ActionKind, distance: Distance): number {
  return BY_KIND[kind] ?? BY_DISTANCE[distance];
}
