/** One finding, by any id that a list ever returned for it, and its history. */
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { notFound, redirect } from '@tanstack/react-router';
import type { WireFindingDetails, WireFindingHistory } from '../../../src/api/contract/history/history.ts';
import { getOne, isStatus, toPath } from '../../api/api-client.ts';

export function findingDetails(id: string) {
  return queryOptions({
    queryKey: ['finding', id, 'details'],
    queryFn: async ({ signal }) => await getOne<WireFindingDetails>(toPath('finding', id), signal),
    staleTime: 60_000,
  });
}

export function findingHistory(id: string) {
  return queryOptions({
    queryKey: ['finding', id, 'history'],
    queryFn: async ({ signal }) => await getOne<WireFindingHistory>(`${toPath('finding', id)}/history`, signal),
    staleTime: 60_000,
  });
}

/** A link that stays valid when the version is analyzed again. */
export function toFindingLink(id: string): string {
  return `${window.location.origin}/findings/${id}`;
}

/** The URL of a finding redirects to its version with the finding opened. */
export async function openFinding(queryClient: QueryClient, id: string): Promise<never> {
  const { service, version } = await queryClient.ensureQueryData(findingDetails(id)).catch((error: unknown) => {
    throw isStatus(error, 404) ? notFound() : error;
  });
  throw redirect({
    to: '/services/$service/versions/$version',
    params: { service: service.name, version: version.name },
    search: { finding: id },
    replace: true,
  });
}
