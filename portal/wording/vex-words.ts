/** Words for VEX documents: scope, trust, and the result of an import. */
import type { WireVexDocument, WireVexReceipt } from '../../src/api/contract/vex.ts';
import { countOf } from './counts.ts';

export const VEX_SCOPE_LABELS: Readonly<Record<WireVexDocument['scope'], string>> = {
  version: 'This version',
  service: 'Every version of this service',
  organization: 'All services',
};

export const VEX_TRUST_LABELS: Readonly<Record<WireVexDocument['trust'], string>> = {
  organization: 'trusted like the organization itself',
  supplier: 'trusted as a supplier',
  none: 'not trusted: it decides nothing',
};

export function describeReceipt({ deduplicated, statementCount, author, trust, reanalyzed }: WireVexReceipt): string {
  if (deduplicated) return 'This document is here already; nothing was changed.';
  const what = `Read ${countOf(statementCount, 'statement')} of ${author === '' ? 'an unnamed author' : author}.`;
  if (trust === 'none')
    return `${what} The author is not trusted, so the statements are only shown. An admin can trust them in the settings of the organization.`;
  return `${what} ${countOf(reanalyzed, 'version')} ${reanalyzed === 1 ? 'is' : 'are'} worked out again.`;
}
