/**
 * Profile fields about users and privileges: no untrusted local users, no user interaction, not running as root. They make an
 * attack less likely but do not exclude it, so they only lower a finding.
 */
import { toCapabilityName } from '../../../profile/runtime/capability-name.ts';
import type { PreconditionType } from '../assessment.ts';
import { citeField, type Contradiction } from './contradiction.ts';
import { toCapability } from './enforced-denials.ts';

const SHARED_FIELDS = { effect: 'deprioritize', justification: null, label: null } as const;

export const noLocalUsers = whenFieldIsNo('attack_vector_local', 'privilege.localUsers');
export const noUserInteraction = whenFieldIsNo('requires_user_interaction', 'input.userInteraction');
export const noClients = whenFieldIsNo('client_side_only', 'input.userInteraction');

/** Any other privilege is one inside the application, which `runsAsRoot` says nothing about. */
export const notRoot = whenFieldIsNo(
  'requires_privilege',
  'privilege.runsAsRoot',
  (value) => value === null || ROOT.has(value),
);

export const capabilityAbsent: Contradiction = {
  ...SHARED_FIELDS,
  type: 'requires_privilege',
  path: 'privilege.capabilities',
  find: (value, { profile }) => {
    const field = profile.known('privilege.capabilities');
    const wanted = toCapability(value);
    if (wanted === undefined || field?.complete !== true || !Array.isArray(field.value)) return undefined;
    const held = field.value.map((each) => (typeof each === 'string' ? toCapabilityName(each) : ''));
    if (held.includes(toCapabilityName(wanted)) || held.includes('all')) return undefined;
    return [citeField(profile, 'privilege.capabilities')];
  },
};

const ROOT: ReadonlySet<string> = new Set(['root', 'superuser', 'uid 0']);

function whenFieldIsNo(
  type: PreconditionType,
  path: string,
  isMeant: (value: string | null) => boolean = () => true,
): Contradiction {
  return {
    ...SHARED_FIELDS,
    type,
    path,
    find: (value, { profile }) =>
      isMeant(value?.toLowerCase() ?? null) && profile.known(path)?.value === 'no'
        ? [citeField(profile, path)]
        : undefined,
  };
}
