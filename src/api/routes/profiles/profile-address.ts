/** Identifies security profiles in paths, and checks which state of a profile a change is based on. */
import type { FastifyRequest } from 'fastify';
import { toName } from '../../../core/naming/name.ts';
import type { ProfileAddress } from '../../../pipeline/profiles/change-profile.ts';
import type { StoredProfile } from '../../../store/relevance/profiles.ts';
import { toReference } from '../../http/path-parameters.ts';
import { requireMatch, toEtag } from '../../http/response/etags.ts';
import { PRECONDITION_FAILED } from '../../errors.ts';

export function toProfileAddress(params: { readonly service: string; readonly profile: string }): ProfileAddress {
  return {
    service: toReference('service name', params.service),
    profile: toName('profile name', params.profile),
  };
}

/** The content from which the ETag is computed. */
export function toProfileEtag({ id, version, sha256 }: Pick<StoredProfile, 'id' | 'version' | 'sha256'>): object {
  return { id, version, sha256 };
}

/** Throws if the profile differs from the one that the client saw, or exists although it must not. */
export function requireProfileMatch(request: FastifyRequest, orgId: string, current: StoredProfile | undefined): void {
  const { 'if-match': match, 'if-none-match': noneMatch } = request.headers;
  if (current === undefined ? match !== undefined : noneMatch === '*') throw PRECONDITION_FAILED();
  if (current !== undefined) requireMatch(request, toEtag(orgId, toProfileEtag(current)));
}
