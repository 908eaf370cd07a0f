/** Words for analyses of calls. */
import type { WireReachability } from '../../../src/api/contract/findings/reachability.ts';
import { countOf, formatCount } from '../format/counts.ts';

const STATES = [
  ['called', 'called'],
  ['imported', 'used'],
  ['not_called', 'not called'],
  ['not_imported', 'not in the build'],
] as const;

/** `2 called, 3 not called` */
export function describeStatements({ statements }: Pick<WireReachability, 'statements'>): string {
  const parts = STATES.filter(([state]) => statements[state] > 0);
  if (parts.length === 0) return 'No statements';
  return parts.map(([state, label]) => `${formatCount(statements[state])} ${label}`).join(', ');
}

/** Undefined if every statement has a finding. */
export function describeUnmatched({ unmatchedCount }: Pick<WireReachability, 'unmatchedCount'>): string | undefined {
  return unmatchedCount === 0 ? undefined : `${countOf(unmatchedCount, 'statement')} without a finding in this version`;
}
