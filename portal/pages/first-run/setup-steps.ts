/** The steps of the setup: whether each is done, what it found, and where it is done. */
import type { WireAdvisorySource } from '../../../src/api/contract/findings/advisory.ts';
import { toPath } from '../../api/api-client.ts';
import type { Scope } from '../../queries/account/me.ts';
import { countOf, formatCount } from '../../text/format/counts.ts';
import { describeProgress } from '../../text/source-text.ts';

export interface SetupFacts {
  readonly services: number;
  readonly demoServices: number;
  readonly members: number;
  /** Open ones. Zero if the user may not list them. */
  readonly invitations: number;
  readonly sources: readonly WireAdvisorySource[];
  readonly profiledServices: number;
  /** The service whose profile to set first. */
  readonly urgentService: string | undefined;
}

export interface SetupStep {
  readonly name: string;
  readonly isDone: boolean;
  readonly detail: string;
  /** Needed for the step. */
  readonly scope: Scope;
  /** Undefined if another step comes first. */
  readonly path: string | undefined;
}

export function listSetupSteps(facts: SetupFacts): readonly SetupStep[] {
  const { services, demoServices, members, invitations, sources, profiledServices, urgentService } = facts;
  const own = services - demoServices;
  const advisories = countAdvisories(sources);
  return [
    {
      name: 'Upload an SBOM',
      isDone: own > 0,
      detail: own > 0 ? countOf(own, 'service') : describeNoUpload(demoServices),
      scope: 'sbom:upload',
      path: '/?upload=true#upload',
    },
    {
      name: 'Invite a member',
      isDone: members > 1 || invitations > 0,
      detail: describeMembers(members, invitations),
      scope: 'settings:write',
      path: '/settings/members?invite=true',
    },
    {
      name: 'Load advisory sources',
      isDone: advisories > 0,
      detail: advisories > 0 ? `${countOf(advisories, 'record')} loaded` : describeProgress(sources),
      scope: 'settings:write',
      path: '/settings/sources',
    },
    {
      name: 'Set a security profile',
      isDone: profiledServices > 0,
      detail: describeProfiles(profiledServices, services),
      scope: 'profile:write',
      path: urgentService === undefined ? undefined : `/services${toPath(urgentService)}/profile`,
    },
  ];
}

/** Without the built-in starter set, and only after a complete sync or import. */
function countAdvisories(sources: readonly WireAdvisorySource[]): number {
  const source = sources.find(({ name, lastSuccessAt }) => name === 'osv' && lastSuccessAt !== null);
  return source?.records ?? 0;
}

function describeNoUpload(demoServices: number): string {
  return demoServices === 0 ? 'No SBOM uploaded yet' : 'Only demo services so far';
}

function describeMembers(members: number, invitations: number): string {
  const invited = invitations === 0 ? '' : `, ${countOf(invitations, 'open invitation')}`;
  return members <= 1 && invited === '' ? 'You are the only member' : `${countOf(members, 'member')}${invited}`;
}

function describeProfiles(profiled: number, services: number): string {
  if (services === 0) return 'Upload an SBOM first';
  return `${formatCount(profiled)} of ${countOf(services, 'service')} with a profile`;
}
