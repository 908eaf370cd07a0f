/** SBOMs: list those of a version, get one, download the original, restore, delete. */
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { getVersion } from '../../../pipeline/portfolio/change-version.ts';
import { toSignature } from '../../../core/sbom/attestation.ts';
import { adviseOnElement } from '../../../core/sbom/quality.ts';
import { isSameFamily } from '../../../core/naming/slot-name.ts';
import { deleteSbom, restoreSbom } from '../../../pipeline/upload/change-sbom.ts';
import { CONTENT_REMOVED, SBOM_UNKNOWN } from '../../../pipeline/errors.ts';
import { measureCoverage } from '../../../store/findings/coverage.ts';
import { readBlob } from '../../../store/portfolio/blobs/blobs.ts';
import {
  findSbom,
  findComponentSet,
  listLiveSlots,
  listSboms,
  type LiveSbom,
  type Sbom,
} from '../../../store/portfolio/sboms.ts';
import type { Caller } from '../../../pipeline/deps.ts';
import type { OrgTx } from '../../../store/database.ts';
import { toId, toVersionAddress } from '../../http/path-parameters.ts';
import type { ApiDeps, RouteApp } from '../../api-deps.ts';
import { isUnchanged, sendUnlessKnown, UNCHANGED } from '../../http/response/etags.ts';
import { SbomListQuery, SbomParams, WireSbom, WireSbomDetails } from '../../contract/services/sbom.ts';
import { VersionParams } from '../../contract/services/service.ts';
import { toCaller } from '../../http/guard-request.ts';
import { sendPage } from '../../http/response/page-headers.ts';
import { toWireCoverage } from '../../wire/counts.ts';

export function sbomsRoutes(app: RouteApp, deps: ApiDeps): void {
  app.get(
    '/service/:service/version/:version/sbom',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'listSboms',
        summary: 'List the SBOMs of a version',
        description: 'Newest first.',
        params: VersionParams,
        querystring: SbomListQuery,
        response: { 200: z.array(WireSbom) },
      },
    },
    async (request, reply) => {
      const caller = toCaller(request);
      const page = await deps.database.readInOrg(caller.orgId, async (tx) => {
        const version = await getVersion(tx, caller, toVersionAddress(request.params));
        const live = await listLiveSlots(tx, version.id);
        return { live, ...(await listSboms(tx, version.id, request.query, request.query.all)) };
      });
      return sendPage(request, reply, request.query, page, (sbom) => toWireSbom(sbom, page.live));
    },
  );

  app.get(
    '/sbom/:id',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'getSbom',
        summary: 'Get an SBOM',
        description: 'Returns the record with its coverage and the locations of its warnings.',
        params: SbomParams,
        response: { 200: WireSbomDetails, ...UNCHANGED },
      },
    },
    async (request, reply) => {
      return await sendUnlessKnown(request, reply, await describeSbom(deps, toCaller(request), request.params.id));
    },
  );

  app.get(
    '/sbom/:id/raw',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'downloadSbom',
        summary: 'Download an SBOM',
        description: 'Returns the bytes as they were uploaded.',
        params: SbomParams,
      },
    },
    async (request, reply) => {
      const caller = toCaller(request);
      const sbom = await deps.database.readInOrg(
        caller.orgId,
        async (tx) => await getSbom(tx, caller, request.params.id),
      );
      if (sbom.rawRemovedAt !== null) throw CONTENT_REMOVED();
      if (isUnchanged(request, reply, `"${sbom.sha256}"`)) return await reply.code(304).send(null);
      const digest = Buffer.from(sbom.sha256, 'hex').toString('base64');
      void reply.header('content-digest', `sha-256=:${digest}:`);
      return await sendOriginal(deps, reply, caller.orgId, sbom);
    },
  );

  app.post(
    '/sbom/:id/restore',
    {
      config: { scope: 'sbom:upload' },
      schema: {
        operationId: 'restoreSbom',
        summary: 'Restore a superseded SBOM',
        description:
          'Puts the SBOM in a slot of its own, so that the version has both it and the one that replaced it, and analyzes the version again. An SBOM that is not superseded stays as it is. A deleted SBOM cannot be restored.',
        params: SbomParams,
        response: { 200: WireSbomDetails },
      },
    },
    async (request) => {
      const caller = toCaller(request);
      await restoreSbom(deps, caller, toId(request.params.id, SBOM_UNKNOWN));
      return await describeSbom(deps, caller, request.params.id);
    },
  );

  app.delete(
    '/sbom/:id',
    {
      config: { scope: 'settings:write' },
      schema: {
        operationId: 'deleteSbom',
        summary: 'Delete an SBOM',
        description:
          'Removes the SBOM from its version and analyzes the version again. Its record stays in the history.',
        params: SbomParams,
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      await deleteSbom(deps, toCaller(request), toId(request.params.id, SBOM_UNKNOWN));
      return await reply.code(204).send(null);
    },
  );
}

async function describeSbom(deps: ApiDeps, caller: Caller, id: string): Promise<WireSbomDetails> {
  const at = new Date(deps.now()).toISOString();
  return await deps.database.readInOrg(caller.orgId, async (tx) => {
    const sbom = await getSbom(tx, caller, id);
    const set = await findComponentSet(tx, sbom.id);
    const coverage = set === undefined ? null : await measureCoverage(tx, [set], at);
    return {
      ...toWireSbom(sbom, await listLiveSlots(tx, sbom.versionId)),
      warnings: sbom.warnings.map(({ code, count, paths }) => ({ code, count, paths: [...(paths ?? [])] })),
      coverage: coverage && toWireCoverage(coverage),
    };
  });
}

export async function getSbom(tx: OrgTx, caller: Caller, id: string): Promise<Sbom> {
  const sbom = await findSbom(tx, toId(id, SBOM_UNKNOWN), caller.services);
  if (sbom === undefined) throw SBOM_UNKNOWN();
  return sbom;
}

/** Sends a document as it was uploaded. A browser must never render it as a page of this origin. */
export async function sendOriginal(
  deps: ApiDeps,
  reply: FastifyReply,
  orgId: string,
  { id, sha256, sizeBytes }: Pick<Sbom, 'id' | 'sha256' | 'sizeBytes'>,
): Promise<FastifyReply> {
  void reply.headers({
    'content-type': 'application/octet-stream',
    'content-length': sizeBytes,
    'content-disposition': `attachment; filename="${id}.json"`,
    'content-security-policy': 'sandbox',
  });
  return await reply.send(readBlob(deps.database, orgId, Buffer.from(sha256, 'hex')));
}

function toWireSbom({ attestation, quality, ...sbom }: Sbom, live: readonly LiveSbom[]): WireSbom {
  const statement = attestation?.statement ?? null;
  const isLive = sbom.supersededBy === null && sbom.deletedAt === null;
  return {
    ...sbom,
    similar: isLive ? live.filter((each) => each.id !== sbom.id && isSameFamily(each, sbom)).map(({ id }) => id) : [],
    format: sbom.format === 'spdx' ? 'spdx' : 'cyclonedx',
    failure: sbom.failure,
    warnings: sbom.warnings.map(({ code, count }) => ({ code, count })),
    quality: quality && {
      ...quality,
      elements: quality.elements.map((each) => ({ ...each, advice: adviseOnElement(each, sbom.tool) })),
    },
    signature: toSignature(attestation),
    statement: statement && {
      ...statement,
      subjects: statement.subjects.map(({ name, digest }) => ({ name, digest: { ...digest } })),
    },
    superseded: sbom.supersededBy !== null,
    deleted: sbom.deletedAt !== null,
    links: {
      self: `/api/v2/sbom/${sbom.id}`,
      raw: `/api/v2/sbom/${sbom.id}/raw`,
      components: `/api/v2/sbom/${sbom.id}/component`,
    },
  };
}
