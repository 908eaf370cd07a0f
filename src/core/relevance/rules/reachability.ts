/** What the rules about analyses of calls have in common. */
import type { ReachabilityFact } from '../../reachability/assess-reachability.ts';
import type { ReachabilityGap } from '../../vocabulary/reachability.ts';
import type { RuleOpinion } from './rule.ts';
import { shortenName, type Evidence } from '../opinions/opinion.ts';

/** Not every tool says how the code is reached. */
export function toShownTrace({ trace }: ReachabilityFact): Pick<RuleOpinion, 'trace'> {
  return trace.frames.length === 0 ? {} : { trace };
}

const GAP_TEXTS: Readonly<Record<ReachabilityGap, string>> = {
  'other-build': 'Not applied: another commit was analyzed.',
  'other-place': 'Not applied: the analysis does not cover every image or SBOM that contains the component.',
  'other-record': 'Not applied: an advisory matched that was not analyzed.',
  'no-symbols': 'Not applied: the analyzed advisory does not name the vulnerable code.',
  'changed-record': 'Not applied: the advisory names other code than the one that was analyzed.',
};

export function describeGap(gap: ReachabilityGap): string {
  return GAP_TEXTS[gap];
}

export function toReachabilityEvidence({ tool, state, sha256 }: ReachabilityFact): Evidence {
  return { type: 'reachability', path: shortenName(tool), value: state, hash: sha256 };
}
