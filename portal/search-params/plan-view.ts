/** URL parameters of the plan of a version: plan options and the stop. The image is also a filter of findings. */
import { DISTANCE_LIMITS, type DistanceLimit, type Strategy } from '../../src/core/vocabulary/remediation.ts';
import { textOf, type RawSearch } from './list-view.ts';

export interface PlanView {
  /** Absent: the nearest version with the fix. */
  readonly strategy?: Exclude<Strategy, 'lowest'> | undefined;
  /** Absent: no limit. */
  readonly maxDistance?: DistanceLimit | undefined;
  /** Number of steps the user chose to take; absent: all. */
  readonly stop?: number | undefined;
  /** Id of the step that a link points to. */
  readonly action?: string | undefined;
}

const STOP = /^(?:0|[1-9][0-9]{0,3})$/;
const ACTION = /^[\w-]{1,100}$/;

/** Sets every key; see `parseListView`. */
export function parsePlanView(search: RawSearch): PlanView {
  const stop = textOf(search, 'stop');
  const action = textOf(search, 'action');
  return {
    strategy: textOf(search, 'strategy') === 'highest' ? 'highest' : undefined,
    maxDistance: DISTANCE_LIMITS.find((each) => each === search['maxDistance']),
    stop: STOP.test(stop) ? Number(stop) : undefined,
    action: ACTION.test(action) ? action : undefined,
  };
}
