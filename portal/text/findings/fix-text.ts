/** Texts for the fix of a finding, as a table cell. */
import type { WireFinding } from '../../../src/api/contract/findings/finding.ts';

export interface FixText {
  readonly text: string;
  /** The text is a version from an advisory. */
  readonly isVersion: boolean;
  /** Additional requirement of the fix. */
  readonly note?: string;
}

export function describeFix({ state, nearest, versions, channel }: WireFinding['fix']): FixText {
  const version = nearest ?? versions[0];
  if (version !== undefined)
    return { text: version, isVersion: true, ...(channel !== null && { note: `requires ${channel}` }) };
  return { text: FIX_STATE_LABELS[state], isVersion: false };
}

const FIX_STATE_LABELS: Readonly<Record<WireFinding['fix']['state'], string>> = {
  fixed: 'Fixed, version unknown',
  not_fixed: 'No fix',
  wont_fix: 'Will not fix',
  deferred: 'Deferred',
  eol: 'End of life',
  unknown: 'Unknown',
};
