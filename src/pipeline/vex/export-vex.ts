/**
 * Exports the findings of a version as a VEX document: every finding, including filtered ones, with the source of its status. The
 * same state gives the same bytes, so that published documents can be compared.
 */
import { z } from 'zod';
import { LIMITS } from '../../core/limits.ts';
import type { ExportedDecision, ExportedFinding, VexDocumentFacts } from '../../core/vex/writing/exported-finding.ts';
import type { VexStatement } from '../../core/vex/vex-statement.ts';
import { writeCycloneDxVex } from '../../core/vex/writing/write-cyclonedx-vex.ts';
import { writeOpenVex } from '../../core/vex/writing/write-openvex.ts';
import { OPINION_KINDS } from '../../core/vocabulary/relevance.ts';
import { VEX_JUSTIFICATIONS, VEX_RESPONSES, VEX_STATES, type VexFormat } from '../../core/vocabulary/vex.ts';
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
import { createYielder } from '../../store/yielding.ts';

export interface VexExportRequest {
  readonly service: string;
  readonly version: string;
  readonly format: VexFormat;
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
  const { facts, findings } = await deps.database.inOrg(caller.orgId, async (tx) => {
    const version = await getVersion(tx, caller, request);
    const service = await getService(tx, caller, version.serviceId);
    const count = await countExportedRows(tx, version.id, LIMITS.reportFindingsMax + 1);
    if (count > LIMITS.reportFindingsMax) throw VEX_EXPORT_TOO_LARGE();
    const read: { readonly row: ExportedRow; readonly detail: StoredDetail }[] = [];
    const turn = createYielder();
    for (const row of await listExportedRows(tx, version.id, LIMITS.reportFindingsMax)) {
      read.push({ row, detail: StoredDetail.parse(row.detail) });
      await turn();
    }
    const verbatim = await listVerbatimStatements(
      tx,
      read.flatMap(({ detail }) => statementOf(detail) ?? []),
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
      findings: read.map(({ row, detail }) => toExported(row, detail, verbatim)),
    };
  });
  return WRITERS[request.format](facts, findings);
}

/** Stored rows are validated, because older rows have fewer members. */
const StoredReason = z.object({
  kind: z.enum(OPINION_KINDS).default('rule'),
  actor: z.string().default(''),
  state: z.enum(VEX_STATES).nullable().default(null),
  justification: z.enum(VEX_JUSTIFICATIONS).nullable().default(null),
  response: z.array(z.enum(VEX_RESPONSES)).default([]),
  text: z.string(),
  at: z.string().nullable().default(null),
  sourceId: z.string().nullable().default(null),
});
const StoredDetail = z.object({
  vulnerability: z.object({ aliases: z.array(z.string()) }),
  component: z.object({
    purl: z.string().nullable(),
    name: z.string(),
    version: z.string().nullable(),
    occurrences: z.array(z.object({ bomRef: z.string() })),
  }),
  relevance: z.object({ basis: z.string() }).nullable().default(null),
  reasons: z.array(StoredReason),
});
type StoredDetail = z.output<typeof StoredDetail>;

function decidingOf({ relevance, reasons }: StoredDetail): z.output<typeof StoredReason> | undefined {
  return (relevance?.basis ?? 'default') === 'default' ? undefined : reasons[0];
}

function statementOf(detail: StoredDetail): string | undefined {
  const deciding = decidingOf(detail);
  return deciding?.kind === 'vex' ? (deciding.sourceId ?? undefined) : undefined;
}

function toExported(
  { canonicalId, relevance, images, knownFrom }: ExportedRow,
  detail: StoredDetail,
  verbatim: ReadonlyMap<string, VexStatement['verbatim']>,
): ExportedFinding {
  const { purl, name, version, occurrences } = detail.component;
  const deciding = decidingOf(detail);
  return {
    id: canonicalId,
    aliases: detail.vulnerability.aliases,
    component: { name, version: version ?? '', purl, bomRef: occurrences[0]?.bomRef ?? null },
    images,
    status: relevance,
    deciding: deciding === undefined ? null : toDecision(deciding, verbatim.get(deciding.sourceId ?? '')),
    at: deciding?.at ?? knownFrom,
  };
}

function toDecision(
  { kind, actor, state, justification, response, text }: z.output<typeof StoredReason>,
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
