/**
 * Exports the findings of a version as a VEX document: every finding, including filtered ones, with the source of its status. The
 * same state gives the same bytes, so that published documents can be compared.
 */
import { LIMITS } from '../../core/limits.ts';
import type { Opinion } from '../../core/relevance/opinions/opinion.ts';
import type { ExportedDecision, ExportedFinding, VexDocumentFacts } from '../../core/vex/writing/exported-finding.ts';
import type { VexStatement } from '../../core/vex/vex-statement.ts';
import { writeCycloneDxVex } from '../../core/vex/writing/write-cyclonedx-vex.ts';
import { writeOpenVex } from '../../core/vex/writing/write-openvex.ts';
import type { ExportedVexFormat } from '../../core/vocabulary/vex.ts';
import { toOpinion } from '../../store/findings/stored-finding.ts';
import { getOrganization } from '../../store/people/organizations.ts';
import {
  countExportedRows,
  listExportedRows,
  listVerbatimStatements,
  getVersionState,
  type ExportedRow,
} from '../../store/relevance/exported-findings.ts';
import { getService } from '../portfolio/change-service.ts';
import { getVersion } from '../portfolio/change-version.ts';
import type { Caller, PipelineDeps } from '../deps.ts';
import { VEX_EXPORT_TOO_LARGE } from '../errors.ts';

export interface VexExportRequest {
  readonly service: string;
  readonly version: string;
  readonly format: ExportedVexFormat;
  /** Version of Assay. */
  readonly toolVersion: string;
}

const WRITERS: Readonly<
  Record<
    VexExportRequest['format'],
    (facts: VexDocumentFacts, findings: readonly ExportedFinding[]) => Iterable<string>
  >
> = { cyclonedx: (facts, findings) => [writeCycloneDxVex(facts, findings)], openvex: writeOpenVex };

/** Returns the text of the document in pieces. */
export async function exportVex(
  deps: Pick<PipelineDeps, 'database'>,
  caller: Caller,
  request: VexExportRequest,
): Promise<Iterable<string>> {
  const { facts, findings } = await deps.database.readInOrg(caller.orgId, async (tx) => {
    const version = await getVersion(tx, caller, request);
    const service = await getService(tx, caller, version.serviceId);
    const count = await countExportedRows(tx, version.id, LIMITS.reportFindingsMax + 1);
    if (count > LIMITS.reportFindingsMax) throw VEX_EXPORT_TOO_LARGE();
    const rows = await listExportedRows(tx, version.id, LIMITS.reportFindingsMax);
    const verbatim = await listVerbatimStatements(
      tx,
      rows.flatMap((row) => statementOf(row) ?? []),
    );
    const state = await getVersionState(tx, version.id);
    return {
      facts: {
        id: `urn:uuid:${version.id}`,
        serialNumber: `urn:uuid:${version.id}`,
        author: (await getOrganization(tx)).name,
        timestamp: state.changedAt ?? version.createdAt,
        version: Math.max(1, state.changes),
        service: { name: service.name, version: version.name },
        tool: { name: 'Assay', version: request.toolVersion },
      },
      findings: rows.map((row) => toExported(row, verbatim)),
    };
  });
  return WRITERS[request.format](facts, findings);
}

/** The opinion that decides about the finding. */
function decidingOf({ basis, deciding }: ExportedRow): Opinion | undefined {
  return (basis ?? 'default') === 'default' || deciding === null ? undefined : toOpinion(deciding);
}

function statementOf(row: ExportedRow): string | undefined {
  const deciding = decidingOf(row);
  return deciding?.kind === 'vex' ? (deciding.sourceId ?? undefined) : undefined;
}

function toExported(row: ExportedRow, verbatim: ReadonlyMap<string, VexStatement['verbatim']>): ExportedFinding {
  const { canonicalId, aliases, relevance, images, knownFrom } = row;
  const { purl, name, version, occurrences } = row.component;
  const deciding = decidingOf(row);
  return {
    id: canonicalId,
    aliases,
    component: { name, version: version ?? '', purl, bomRef: occurrences[0]?.bomRef ?? null },
    images,
    status: relevance,
    deciding: deciding === undefined ? null : toDecision(deciding, verbatim.get(deciding.sourceId ?? '')),
    at: deciding?.at ?? knownFrom,
  };
}

function toDecision(
  { kind, actor, state, justification, response, text }: Opinion,
  verbatim: VexStatement['verbatim'] | undefined,
): ExportedDecision {
  return {
    kind,
    actor,
    state,
    justification,
    response,
    detail: text,
    ...(verbatim !== undefined && { verbatim }),
  };
}
