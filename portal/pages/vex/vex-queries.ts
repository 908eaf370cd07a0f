/** VEX documents: imported statements about findings, and the export. */
import { queryOptions } from '@tanstack/react-query';
import type { WireVexDocument, WireVexReceipt } from '../../../src/api/contract/findings/vex.ts';
import { change, changeVersioned, fetchFile, getList, toPath } from '../../api/api-client.ts';
import { versionKey, versionPath, type VersionAddress } from '../../queries/services/versions.ts';

export type VexScope = WireVexDocument['scope'];
export type VexFormat = WireVexDocument['format'];

const DOCUMENTS_SHOWN = 200;

/** Documents that apply to a version, narrowest scope first: version, service, organization. */
export function vexDocuments(address: VersionAddress) {
  return queryOptions({
    queryKey: [...versionKey(address), 'vex'],
    queryFn: async ({ signal }) => {
      const read = async (path: string): Promise<readonly WireVexDocument[]> =>
        (await getList<WireVexDocument>(path, signal, { limit: DOCUMENTS_SHOWN })).items;
      const [ofVersion, ofService, all] = await Promise.all([
        read(`${versionPath(address)}/vex`),
        read(`${toPath('service', address.service)}/vex`),
        read('/vex'),
      ]);
      const lists = [ofVersion, ofService, all?.filter(({ scope }) => scope === 'organization')];
      return [...new Map(lists.flatMap((list) => list ?? []).map((each) => [each.id, each])).values()];
    },
  });
}

export async function importVex(address: VersionAddress, scope: VexScope, file: Blob): Promise<WireVexReceipt> {
  return (await changeVersioned<WireVexReceipt>('POST', toImportPath(address, scope), { file })).body;
}

export async function exportVex(address: VersionAddress, format: VexFormat): Promise<Blob> {
  return await fetchFile(`${versionPath(address)}/vex`, { format }, 'application/json');
}

export async function deleteVex(id: string): Promise<void> {
  await change('DELETE', toPath('vex', id));
}

function toImportPath(address: VersionAddress, scope: VexScope): string {
  if (scope === 'organization') return '/vex';
  return scope === 'service' ? `${toPath('service', address.service)}/vex` : `${versionPath(address)}/vex`;
}
