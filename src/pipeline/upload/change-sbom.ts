/** Deletes SBOMs from their versions and restores superseded ones. The version is analyzed again. */
import { insertEvents } from '../../store/delivery/events.ts';
import type { OrgTx } from '../../store/database.ts';
import { lockVersion, type LockedVersion } from '../../store/portfolio/versions/change-versions.ts';
import {
  findSbom,
  markSbomDeleted,
  listLiveSlots,
  restoreSbom as restoreRow,
  type Sbom,
} from '../../store/portfolio/sboms.ts';
import { requestAnalysis } from '../request-analysis.ts';
import { nowOf, recordChange, type Caller, type PipelineDeps } from '../deps.ts';
import { SBOM_UNKNOWN, VERSION_FROZEN, SBOM_DELETED, SBOM_LIMIT } from '../errors.ts';
import { LIMITS } from '../../core/limits.ts';
import { isName } from '../../core/naming/name.ts';

/** The SBOM is kept in the records as deleted, and the version is analyzed without it. */
export async function deleteSbom(deps: PipelineDeps, caller: Caller, sbomId: string): Promise<void> {
  const at = nowOf(deps);
  await deps.database.inOrg(caller.orgId, async (tx) => {
    const { version, sbom } = await lockSbom(tx, caller, sbomId);
    if (sbom.deletedAt !== null) return;
    // The result without this SBOM could no longer be computed.
    if (version.frozen) throw VERSION_FROZEN({ version: version.name });
    await markSbomDeleted(tx, sbomId, at);
    const { serviceId, versionId, slot, sha256 } = sbom;
    const event = { at, serviceId, versionId, sbomId, detail: { slot } };
    await insertEvents(tx, [{ ...event, id: deps.newId(), type: 'sbom.deleted' }]);
    // A superseded SBOM no longer counts, so nothing changes for the version.
    if (sbom.supersededBy === null) await requestAnalysis(deps, tx, version, 'deletion');
    const before = { slot, sha256 };
    await recordChange(deps, tx, caller, { action: 'sbom.deleted', kind: 'sbom', id: sbomId, at, before });
  });
}

/**
 * Restores a superseded document beside the one that replaced it, in its own slot, and analyzes the version with both. A document
 * that is not superseded stays as it is, so that a client can retry the request.
 */
export async function restoreSbom(deps: PipelineDeps, caller: Caller, sbomId: string): Promise<void> {
  const at = nowOf(deps);
  await deps.database.inOrg(caller.orgId, async (tx) => {
    const { version, sbom } = await lockSbom(tx, caller, sbomId);
    if (sbom.deletedAt !== null) throw SBOM_DELETED();
    if (sbom.supersededBy === null) return;
    if (version.frozen) throw VERSION_FROZEN({ version: version.name });
    const taken = new Set((await listLiveSlots(tx, version.id)).map((live) => live.slot));
    const slot = chooseSlot(sbom, taken);
    if (taken.size >= LIMITS.liveSbomsPerVersionMax) throw SBOM_LIMIT({ slot });
    const analysisId = await requestAnalysis(deps, tx, version, 'manual');
    await restoreRow(tx, sbomId, { slot, analysisId });
    const { serviceId, versionId, supersededBy } = sbom;
    const event = { at, serviceId, versionId, sbomId, analysisId, detail: { slot, beside: supersededBy } };
    await insertEvents(tx, [{ ...event, id: deps.newId(), type: 'sbom.restored' }]);
    const before = { slot: sbom.slot, supersededBy };
    await recordChange(deps, tx, caller, {
      action: 'sbom.restored',
      kind: 'sbom',
      id: sbomId,
      at,
      before,
      after: { slot },
    });
  });
}

/** Reads the SBOM again under the lock of its version. */
async function lockSbom(
  tx: OrgTx,
  { services }: Caller,
  sbomId: string,
): Promise<{ readonly version: LockedVersion; readonly sbom: Sbom }> {
  const found = await findSbom(tx, sbomId, services);
  const version = found && (await lockVersion(tx, found.versionId));
  const sbom = version && (await findSbom(tx, sbomId, services));
  if (version === undefined || sbom === undefined) throw SBOM_UNKNOWN();
  return { version, sbom };
}

const ID_CHARACTERS_SHOWN = 8;

/** Returns its own slot if that is free again, otherwise a name that no upload gets by default. */
function chooseSlot({ id, slot, sha256 }: Sbom, taken: ReadonlySet<string>): string {
  const kept = `${slot} (kept ${id.slice(-ID_CHARACTERS_SHOWN)})`;
  const byContent = `sha256:${sha256}`;
  return [slot, kept, byContent].find((name) => isName(name) && !taken.has(name)) ?? `${byContent} (${id})`;
}
