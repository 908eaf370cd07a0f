/** What is asked of the plan of a version, and how far somebody wants to go with it. The image is a filter that findings have too. */
import { textOf, type RawSearch } from './list-view.ts';

/** The first is there without saying so. */
export const STRATEGIES = ['lowest', 'highest'] as const;
/** Absent: as far as it takes. */
export const DISTANCES = ['patch', 'minor', 'major'] as const;

export interface PlanView {
  readonly strategy?: 'highest' | undefined;
  readonly maxDistance?: (typeof DISTANCES)[number] | undefined;
  /** How many steps somebody wants to take; absent: all of them. */
  readonly stop?: number | undefined;
  /** Id of the step that a link leads to. */
  readonly action?: string | undefined;
}

const STOP = /^(?:0|[1-9][0-9]{0,3})$/;
const ACTION = /^[\w-]{1,100}$/;

/** Every key is named; see `readListView`. */
export function readPlanView(search: RawSearch): PlanView {
  const stop = textOf(search, 'stop');
  const action = textOf(search, 'action');
  return {
    strategy: textOf(search, 'strategy') === 'highest' ? 'highest' : undefined,
    maxDistance: DISTANCES.find((each) => each === search['maxDistance']),
    stop: STOP.test(stop) ? Number(stop) : undefined,
    action: ACTION.test(action) ? action : undefined,
  };
}
