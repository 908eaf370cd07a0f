/** SBOMs: list those of a version, get one, download the original, restore, delete. */
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { getVersion } from '../../../pipeline/portfolio/change-version.ts';
import { isSameFamily } from '../../../core/naming/slot-name.ts';
import { deleteSbom } from '../../../pipeline/upload/delete-sbom.ts';
import { CONTENT_REMOVED, SBOM_UNKNOWN } from '../../../pipeline/errors.ts';
import { restoreSbom } from '../../../pipeline/upload/restore-sbom.ts';
import { measureCoverage } from '../../../store/findings/publication/measure-coverage.ts';
import { readBlob } from '../../../store/portfolio/blobs/blobs.ts';
import {
  findSbom,
  findComponentSet,
  listLiveSlots,
  listSboms,
  type LiveSbom,
  type Sbom,
} from '../../../store/portfolio/documents/sboms.ts';
import type { Caller } from '../../../pipeline/deps.ts';
import { toId, toVersionAddress } from '../../http/path-parameters.ts';
import type { ApiDeps } from '../../api-deps.ts';
import { isUnchanged, toEtag } from '../../http/response/etags.ts';
import { SbomListQuery, SbomParams, WireSbom, WireSbomDetails } from '../../contract/services/sbom.ts';
import { VersionParams } from '../../contract/services/version.ts';
import { toCaller } from '../../http/guard-request.ts';
import { setPageHeaders } from '../../http/response/page-headers.ts';
import { ERRORS, UNCHANGED } from '../../http/response/route-schema.ts';
import { toWireCoverage } from '../../wire/to-wire-coverage.ts';

const tags = ['SBOMs'];

export function sbomsRoutes(instance: FastifyInstance, deps: ApiDeps): void {
  const app = instance.withTypeProvider<ZodTypeProvider>();

  app.get(
    '/service/:service/version/:version/sbom',
    {
      config: { scope: 'read' },
      schema: {
        tags,
        operationId: 'listSboms',
        summary: 'List the SBOMs of a version',
        description: 'Newest first.',
        params: VersionParams,
        querystring: SbomListQuery,
        response: { 200: z.array(WireSbom), ...ERRORS },
      },
    },
    async (request, reply) => {
      const caller = toCaller(request);
      const page = await deps.database.inOrg(caller.orgId, async (tx) => {
        const version = await getVersion(tx, caller, toVersionAddress(request.params));
        const live = await listLiveSlots(tx, version.id);
        return { live, ...(await listSboms(tx, version.id, request.query, request.query.all)) };
      });
      setPageHeaders(request, reply, request.query, page);
      return page.items.map((sbom) => toWireSbom(sbom, page.live));
    },
  );

  app.get(
    '/sbom/:id',
    {
      config: { scope: 'read' },
      schema: {
        tags,
        operationId: 'getSbom',
        summary: 'Get an SBOM',
        description: 'Returns the record with its coverage and the locations of its warnings.',
        params: SbomParams,
        response: { 200: WireSbomDetails, ...UNCHANGED, ...ERRORS },
      },
    },
    async (request, reply) => {
      const caller = toCaller(request);
      const wire = await describeSbom(deps, caller, request.params.id);
      if (isUnchanged(request, reply, toEtag(caller.orgId, wire))) return await reply.code(304).send(null);
      return wire;
    },
  );

  app.get(
    '/sbom/:id/raw',
    {
      config: { scope: 'read' },
      schema: {
        tags,
        operationId: 'downloadSbom',
        summary: 'Download an SBOM',
        description: 'Returns the bytes as they were uploaded.',
        params: SbomParams,
      },
    },
    async (request, reply) => {
      const caller = toCaller(request);
      const sbom = await getSbom(deps, caller, request.params.id);
      if (sbom.rawRemovedAt !== null) throw CONTENT_REMOVED();
      if (isUnchanged(request, reply, `"${sbom.sha256}"`)) return await reply.code(304).send(null);
      const sha256 = Buffer.from(sbom.sha256, 'hex');
      // A browser must never render the document as a page of this origin.
      void reply.headers({
        'content-type': 'application/octet-stream',
        'content-length': sbom.sizeBytes,
        'content-digest': `sha-256=:${sha256.toString('base64')}:`,
        'content-disposition': `attachment; filename="${sbom.id}.json"`,
        'content-security-policy': 'sandbox',
      });
      return await reply.send(readBlob(deps.database, caller.orgId, sha256));
    },
  );

  app.post(
    '/sbom/:id/restore',
    {
      config: { scope: 'sbom:upload' },
      schema: {
        tags,
        operationId: 'restoreSbom',
        summary: 'Restore a superseded SBOM',
        description:
          'Puts the SBOM in a slot of its own, so that the version has both it and the one that replaced it, and analyzes the version again. An SBOM that is not superseded stays as it is. A deleted SBOM cannot be restored.',
        params: SbomParams,
        response: { 200: WireSbomDetails, ...ERRORS },
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
        tags,
        operationId: 'deleteSbom',
        summary: 'Delete an SBOM',
        description:
          'Removes the SBOM from its version and analyzes the version again. Its record stays in the history.',
        params: SbomParams,
        response: { 204: z.null(), ...ERRORS },
      },
    },
    async (request, reply) => {
      await deleteSbom(deps, toCaller(request), toId(request.params.id, SBOM_UNKNOWN));
      return await reply.code(204).send(null);
    },
  );
}

async function describeSbom(deps: ApiDeps, caller: Caller, id: string): Promise<WireSbomDetails> {
  const sbomId = toId(id, SBOM_UNKNOWN);
  const at = new Date(deps.now()).toISOString();
  return await deps.database.inOrg(caller.orgId, async (tx) => {
    const sbom = await findSbom(tx, sbomId, caller.services);
    if (sbom === undefined) throw SBOM_UNKNOWN();
    const set = await findComponentSet(tx, sbom.id);
    const coverage = set === undefined ? null : await measureCoverage(tx, [set], at);
    return {
      ...toWireSbom(sbom, await listLiveSlots(tx, sbom.versionId)),
      warnings: sbom.warnings.map(({ code, count, paths }) => ({ code, count, paths: [...(paths ?? [])] })),
      coverage: coverage && toWireCoverage(coverage),
    };
  });
}

async function getSbom(deps: ApiDeps, caller: Caller, id: string): Promise<Sbom> {
  const sbomId = toId(id, SBOM_UNKNOWN);
  const sbom = await deps.database.inOrg(caller.orgId, async (tx) => await findSbom(tx, sbomId, caller.services));
  if (sbom === undefined) throw SBOM_UNKNOWN();
  return sbom;
}

function toWireSbom(sbom: Sbom, live: readonly LiveSbom[]): WireSbom {
  const isLive = sbom.supersededBy === null && sbom.deletedAt === null;
  return {
    ...sbom,
    similar: isLive ? live.filter((each) => each.id !== sbom.id && isSameFamily(each, sbom)).map(({ id }) => id) : [],
    format: sbom.format === 'spdx' ? 'spdx' : 'cyclonedx',
    failure: sbom.failure,
    warnings: sbom.warnings.map(({ code, count }) => ({ code, count })),
    superseded: sbom.supersededBy !== null,
    deleted: sbom.deletedAt !== null,
    links: {
      self: `/api/v2/sbom/${sbom.id}`,
      raw: `/api/v2/sbom/${sbom.id}/raw`,
      components: `/api/v2/sbom/${sbom.id}/component`,
    },
  };
}
