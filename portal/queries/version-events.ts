/** What happened to a version, oldest first. What each finding went through is told by the finding itself. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { WireEvent } from '../../src/api/contract/event.ts';
import { getList } from '../api-client.ts';
import { versionKey, type VersionAddress } from './versions.ts';

/** As many as the API gives at once. */
const EVENTS_MAX = 1_000;

/** The first analysis alone may introduce thousands of findings: they are in its change. */
const TYPES = [
  'version.created',
  'version.alias_moved',
  'version.frozen',
  'sbom.received',
  'sbom.deleted',
  'sbom.restored',
  'analysis.completed',
  'analysis.failed',
  'finding.escalated',
  'finding.retracted',
  'relevance.changed',
  'remediation.planned',
  'remediation.verified',
] as const;

export function versionEvents(address: VersionAddress) {
  return queryOptions({
    queryKey: [...versionKey(address), 'events'],
    queryFn: async ({ signal }) =>
      await getList<WireEvent>('/event', signal, { ...address, type: TYPES.join(','), limit: EVENTS_MAX }),
    placeholderData: keepPreviousData,
  });
}
