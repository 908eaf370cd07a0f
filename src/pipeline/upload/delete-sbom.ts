/** Deletes an SBOM from its version: it is kept in the records as deleted, and the version is analyzed without it. */
import { insertEvents } from '../../store/delivery/events.ts';
import { insertAuditEntry } from '../../store/people/audit.ts';
import { lockVersion } from '../../store/portfolio/versions/change-versions.ts';
import { findSbom, markSbomDeleted } from '../../store/portfolio/documents/sboms.ts';
import { requestAnalysis } from '../scheduling/request-analysis.ts';
import type { Caller, PipelineDeps } from '../deps.ts';
import { SBOM_UNKNOWN, VERSION_FROZEN } from '../errors.ts';

export async function deleteSbom(deps: PipelineDeps, caller: Caller, sbomId: string): Promise<void> {
  const at = new Date(deps.now()).toISOString();
  await deps.database.inOrg(caller.orgId, async (tx) => {
    const found = await findSbom(tx, sbomId, caller.services);
    const version = found && (await lockVersion(tx, found.versionId));
    const sbom = version && (await findSbom(tx, sbomId, caller.services));
    if (version === undefined || sbom === undefined) throw SBOM_UNKNOWN();
    if (sbom.deletedAt !== null) return;
    // The result without this SBOM could no longer be computed.
    if (version.frozen) throw VERSION_FROZEN({ version: version.name });
    await markSbomDeleted(tx, sbom.id, at);
    const { serviceId, versionId } = sbom;
    const event = { at, serviceId, versionId, sbomId, detail: { slot: sbom.slot } };
    await insertEvents(tx, [{ ...event, id: deps.newId(), type: 'sbom.deleted' }]);
    // A superseded SBOM no longer counts, so nothing changes for the version.
    if (sbom.supersededBy === null) await requestAnalysis(deps, tx, version, 'deletion');
    await insertAuditEntry(tx, {
      id: deps.newId(),
      at,
      actor: caller.actor,
      action: 'sbom.deleted',
      subject: { kind: 'sbom', id: sbom.id },
      before: { slot: sbom.slot, sha256: sbom.sha256 },
      requestId: caller.requestId,
    });
  });
}
