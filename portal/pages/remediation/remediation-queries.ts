/** The remediation plan of a version: as data, and as text for a pull request. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { WireRemediation } from '../../../src/api/contract/findings/remediation.ts';
import { fetchFile, getOne } from '../../api/api-client.ts';
import type { VersionView } from '../../search-params/version-view.ts';
import { versionKey, versionPath, type VersionAddress } from '../../queries/services/versions.ts';

/** Parameters of the API. The stop is not one of them. */
export type PlanParameters = Pick<VersionView, 'strategy' | 'maxDistance' | 'image'>;

/**
 * `made` identifies the result and whether the next version was verified against the plan: a plan is completed after its
 * analysis.
 */
export function versionPlan(address: VersionAddress, parameters: PlanParameters, made: string) {
  const given = toPlanParameters(parameters);
  return queryOptions({
    queryKey: [...versionKey(address), 'plan', given, made],
    queryFn: async ({ signal }) =>
      await getOne<WireRemediation>(`${versionPath(address)}/remediation`, signal, { ...given }),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });
}

/** The first few steps, for a page that only links to the plan. */
export function firstActions(address: VersionAddress, limit: number) {
  return queryOptions({
    queryKey: [...versionKey(address), 'plan', 'first', limit],
    queryFn: async ({ signal }) =>
      await getOne<WireRemediation>(`${versionPath(address)}/remediation`, signal, { limit }),
    staleTime: 30_000,
  });
}

export function planText(address: VersionAddress, parameters: PlanParameters) {
  const given = toPlanParameters(parameters);
  return queryOptions({
    queryKey: [...versionKey(address), 'plan', 'text', given],
    queryFn: async () =>
      await (await fetchFile(`${versionPath(address)}/remediation`, { ...given }, 'text/markdown')).text(),
    staleTime: 30_000,
  });
}

export function toPlanParameters({ strategy, maxDistance, image }: PlanParameters): PlanParameters {
  return { strategy, maxDistance, image };
}
