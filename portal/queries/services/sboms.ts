/** SBOM documents of a version. */
import { queryOptions } from '@tanstack/react-query';
import type { WireSbom, WireSbomDetails } from '../../../src/api/contract/services/sbom.ts';
import { change, getList, getOne, toPath } from '../../api/api-client.ts';
import { versionKey, versionPath, type VersionAddress } from './versions.ts';

const SBOMS_SHOWN = 200;

export function sbomList(address: VersionAddress, isAll: boolean) {
  return queryOptions({
    queryKey: [...versionKey(address), 'sboms', isAll],
    queryFn: async ({ signal }) =>
      await getList<WireSbom>(`${versionPath(address)}/sbom`, signal, { limit: SBOMS_SHOWN, all: isAll }),
  });
}

/** Includes the coverage and the locations of warnings. */
export function sbomDetails(id: string) {
  return queryOptions({
    queryKey: ['sbom', id],
    queryFn: async ({ signal }) => await getOne<WireSbomDetails>(toPath('sbom', id), signal),
  });
}

/** Reactivates a superseded SBOM alongside the one that replaced it. */
export async function restoreSbom(id: string): Promise<void> {
  await change('POST', `${toPath('sbom', id)}/restore`);
}

export async function deleteSbom(id: string): Promise<void> {
  await change('DELETE', toPath('sbom', id));
}
