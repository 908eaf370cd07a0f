/** Reads the state of the setup. The event stream and the queries themselves keep it current. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { WireOverview } from '../../../src/api/contract/history/overview.ts';
import type { WireMember } from '../../../src/api/contract/organization/member.ts';
import { getList } from '../../api/api-client.ts';
import { sourceList } from '../../queries/organization/advisory-sources.ts';
import { demo } from '../../queries/organization/demo.ts';
import { usePermission } from '../../session/session.ts';
import { invitationList } from '../settings/members/member-queries.ts';
import { listSetupSteps, type SetupStep } from './setup-steps.ts';

/** Undefined before the first upload. */
type SetupOverview = Pick<WireOverview, 'services' | 'profiledServices' | 'riskiest'> | undefined;

/** Undefined until everything is loaded, or if it is not wanted. */
export function useSetupSteps(overview: SetupOverview, isWanted: boolean): readonly SetupStep[] | undefined {
  const canInvite = usePermission('settings:write').isAllowed;
  const members = useQuery({ ...memberCount(), enabled: isWanted }).data;
  const invitations = useQuery({ ...invitationList(), enabled: isWanted && canInvite });
  const sources = useQuery({ ...sourceList(), enabled: isWanted }).data;
  const demoState = useQuery({ ...demo(), enabled: isWanted }).data;
  if (!isWanted || members === undefined || invitations.isLoading) return undefined;
  if (sources === undefined || demoState === undefined) return undefined;
  const demoIds = new Set(demoState.services.flatMap(({ id }) => id ?? []));
  const ranked = overview?.riskiest.map(({ service }) => service) ?? [];
  return listSetupSteps({
    services: overview?.services ?? 0,
    demoServices: demoIds.size,
    members,
    invitations: invitations.data?.items.filter(({ state }) => state === 'open').length ?? 0,
    sources,
    profiledServices: overview?.profiledServices ?? 0,
    urgentService: (ranked.find(({ id }) => !demoIds.has(id)) ?? ranked[0])?.name,
  });
}

function memberCount() {
  return queryOptions({
    queryKey: ['members', 'count'],
    queryFn: async ({ signal }) => (await getList<WireMember>('/member', signal, { limit: 1 })).total,
  });
}
