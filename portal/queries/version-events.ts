/** Events of a version, oldest first. The history of a finding is part of the finding itself. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { WireEvent } from '../../src/api/contract/event.ts';
import { getList } from '../api-client.ts';
import { versionKey, type VersionAddress } from './versions.ts';

/** The maximum page size of the API. */
const EVENTS_MAX = 1_000;

/**
 * Leaves out events of introduced and resolved findings: the first analysis alone may introduce thousands, and its own event has
 * the counts.
 */
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
