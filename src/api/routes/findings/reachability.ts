/** Reachability documents of a version: push, list, download and delete them. */
import { z } from 'zod';
import { LIMITS } from '../../../core/limits.ts';
import { parseImageReference } from '../../../core/naming/image-reference.ts';
import type { ReachabilityState } from '../../../core/vocabulary/reachability.ts';
import { REACHABILITY_UNKNOWN } from '../../../pipeline/errors.ts';
import {
  deleteReachability,
  describeReachability,
  getAnalyzableVersion,
  getReachability,
  pushReachability,
  type DescribedReachability,
} from '../../../pipeline/reachability/push-reachability.ts';
import { parseReachabilityDocument } from '../../../threads/context/parse-context.ts';
import type { ApiDeps, RouteApp } from '../../api-deps.ts';
import {
  ReachabilityParams,
  ReachabilityQuery,
  WireReachability,
  WireReachabilityReceipt,
} from '../../contract/findings/reachability.ts';
import { VersionParams } from '../../contract/services/service.ts';
import { disableBodyParsing, withSmallBody } from '../../http/body/receive-body.ts';
import { toCaller } from '../../http/guard-request.ts';
import { createRateGuard } from '../../http/limits/rate-guard.ts';
import { toId, toVersionAddress } from '../../http/path-parameters.ts';
import { setTotalHeader } from '../../http/response/page-headers.ts';
import { sendOriginal } from '../services/sboms.ts';

export function reachabilityRoutes(app: RouteApp, deps: ApiDeps): void {
  app.get(
    '/service/:service/version/:version/reachability',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'listReachability',
        summary: 'List the reachability documents of a version',
        description: 'Newest first. There is at most one for each tool and image.',
        params: VersionParams,
        response: { 200: z.array(WireReachability) },
      },
    },
    async (request, reply) => {
      const caller = toCaller(request);
      const address = toVersionAddress(request.params);
      const documents = await deps.database.readInOrg(
        caller.orgId,
        async (tx) => await describeReachability(tx, caller, address),
      );
      setTotalHeader(reply, documents);
      return documents.map(toWireReachability);
    },
  );

  app.get(
    '/service/:service/version/:version/reachability/:id/raw',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'downloadReachability',
        summary: 'Download a reachability document',
        description: 'Returns the bytes as they were sent.',
        params: ReachabilityParams,
      },
    },
    async (request, reply) => {
      const caller = toCaller(request);
      const address = toVersionAddress(request.params);
      const id = toId(request.params.id, REACHABILITY_UNKNOWN);
      const document = await deps.database.readInOrg(
        caller.orgId,
        async (tx) => await getReachability(tx, caller, address, id),
      );
      return await sendOriginal(deps, reply, caller.orgId, document);
    },
  );

  app.delete(
    '/service/:service/version/:version/reachability',
    {
      config: { scope: 'triage' },
      schema: {
        operationId: 'deleteAllReachability',
        summary: 'Delete all reachability documents of a version',
        description: 'They no longer apply, and the version is analyzed again.',
        params: VersionParams,
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      await deleteReachability(deps, toCaller(request), toVersionAddress(request.params));
      return await reply.code(204).send(null);
    },
  );

  app.delete(
    '/service/:service/version/:version/reachability/:id',
    {
      config: { scope: 'triage' },
      schema: {
        operationId: 'deleteReachability',
        summary: 'Delete a reachability document',
        description: 'It no longer applies, and the version is analyzed again.',
        params: ReachabilityParams,
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      const id = toId(request.params.id, REACHABILITY_UNKNOWN);
      await deleteReachability(deps, toCaller(request), toVersionAddress(request.params), id);
      return await reply.code(204).send(null);
    },
  );
}

/** Receives reachability documents. */
export function reachabilityPushRoutes(app: RouteApp, deps: ApiDeps): void {
  disableBodyParsing(app);

  app.put(
    '/service/:service/version/:version/reachability',
    {
      config: { scope: 'triage', streamsBody: true },
      onRequest: createRateGuard(deps, 'documents'),
      schema: {
        operationId: 'pushReachability',
        summary: 'Push a reachability document for a version',
        description:
          'The body is the output of `govulncheck -format json`, the JSON of osv-scanner with call analysis, or a CycloneDX SBOM with call stacks in `evidence`. It is stored unmodified, replaces the document of the same tool and image, and the version is analyzed again. Findings whose vulnerable code is called are shown with the trace; findings whose vulnerable code is not called or not part of the build are dismissed by rules R23 and R24.',
        consumes: ['application/octet-stream'],
        params: VersionParams,
        querystring: ReachabilityQuery,
        response: { 200: WireReachabilityReceipt },
      },
    },
    async (request, reply) => {
      const caller = toCaller(request);
      const address = toVersionAddress(request.params);
      const { image, git_commit_sha: commit = null } = request.query;
      const build = { commit, image: image === undefined ? null : parseImageReference(image).text };
      await deps.database.readInOrg(caller.orgId, async (tx) => await getAnalyzableVersion(tx, caller, address));
      const limits = { bytesMax: LIMITS.reachabilityBodyBytesMax, isJson: false };
      return await withSmallBody(deps, { request, reply }, limits, async ({ document: spooled, bytes }) => {
        const document = await parseReachabilityDocument(deps.threads.of(caller.orgId), bytes);
        const receipt = await pushReachability(deps, caller, address, { bytes: spooled, document, build });
        const { deduplicated, replaced } = receipt;
        return { ...toWireReachability(receipt.document), deduplicated, replaces: replaced };
      });
    },
  );
}

const UNMATCHED_SENT_MAX = 100;

function toWireReachability(document: DescribedReachability): WireReachability {
  const { statements, unmatched, isOtherBuild, commit, ...rest } = document;
  const count = (state: ReachabilityState): number => statements.filter((each) => each.state === state).length;
  return {
    ...rest,
    commitSha: commit,
    otherBuild: isOtherBuild,
    statements: {
      called: count('called'),
      imported: count('imported'),
      not_called: count('not_called'),
      not_imported: count('not_imported'),
    },
    unmatchedCount: unmatched.length,
    unmatched: unmatched
      .slice(0, UNMATCHED_SENT_MAX)
      .map(({ ids, name, version, state }) => ({ id: ids[0] ?? '', package: name, version, state })),
  };
}
