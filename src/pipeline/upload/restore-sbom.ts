/**
 * Restores a superseded document beside the one that replaced it, in its own slot, and analyzes the version with both. A document
 * that is not superseded stays as it is, so that a client can retry the request.
 */
import { LIMITS } from '../../core/limits.ts';
import { isName } from '../../core/naming/name.ts';
import { insertEvents } from '../../store/delivery/events.ts';
import { insertAuditEntry } from '../../store/people/audit.ts';
import { lockVersion } from '../../store/portfolio/versions/change-versions.ts';
import {
  findSbom,
  listLiveSlots,
  restoreSbom as restoreRow,
  type Sbom,
} from '../../store/portfolio/documents/sboms.ts';
import { requestAnalysis } from '../scheduling/request-analysis.ts';
import type { Caller, PipelineDeps } from '../deps.ts';
import { SBOM_DELETED, SBOM_LIMIT, SBOM_UNKNOWN, VERSION_FROZEN } from '../errors.ts';

export async function restoreSbom(deps: PipelineDeps, caller: Caller, sbomId: string): Promise<void> {
  const at = new Date(deps.now()).toISOString();
  await deps.database.inOrg(caller.orgId, async (tx) => {
    const found = await findSbom(tx, sbomId, caller.services);
    const version = found && (await lockVersion(tx, found.versionId));
    const sbom = version && (await findSbom(tx, sbomId, caller.services));
    if (version === undefined || sbom === undefined) throw SBOM_UNKNOWN();
    if (sbom.deletedAt !== null) throw SBOM_DELETED();
    if (sbom.supersededBy === null) return;
    if (version.frozen) throw VERSION_FROZEN({ version: version.name });
    const taken = new Set((await listLiveSlots(tx, version.id)).map((live) => live.slot));
    const slot = chooseSlot(sbom, taken);
    if (taken.size >= LIMITS.liveSbomsPerVersionMax) throw SBOM_LIMIT({ slot });

    const analysisId = await requestAnalysis(deps, tx, version, 'manual');
    await restoreRow(tx, sbom.id, { slot, analysisId });
    const { serviceId, versionId } = sbom;
    const detail = { slot, beside: sbom.supersededBy };
    const event = { at, serviceId, versionId, sbomId, analysisId, detail };
    await insertEvents(tx, [{ ...event, id: deps.newId(), type: 'sbom.restored' }]);
    await insertAuditEntry(tx, {
      id: deps.newId(),
      at,
      actor: caller.actor,
      action: 'sbom.restored',
      subject: { kind: 'sbom', id: sbom.id },
      before: { slot: sbom.slot, supersededBy: sbom.supersededBy },
      after: { slot },
      requestId: caller.requestId,
    });
  });
}

const ID_CHARACTERS_SHOWN = 8;

/** Returns its own slot if that is free again, otherwise a name that no upload gets by default. */
function chooseSlot({ id, slot, sha256 }: Sbom, taken: ReadonlySet<string>): string {
  const kept = `${slot} (kept ${id.slice(-ID_CHARACTERS_SHOWN)})`;
  const byContent = `sha256:${sha256}`;
  return [slot, kept, byContent].find((name) => isName(name) && !taken.has(name)) ?? `${byContent} (${id})`;
}
