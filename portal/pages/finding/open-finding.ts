/** The URL of a finding redirects to its version with the finding opened. Accepts any id that a list ever returned for it. */
import type { QueryClient } from '@tanstack/react-query';
import { notFound, redirect } from '@tanstack/react-router';
import { isStatus } from '../../api/api-client.ts';
import { findingDetails } from './finding-queries.ts';

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
