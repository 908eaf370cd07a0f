/**
 * The two upload paths. The order of checks is fixed, and the first failure wins: token and scope, rate, names and parameters,
 * target, storage, headers of the body, the body itself, its content, and finally the one transaction that makes it durable.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { admitUpload } from '../../../pipeline/upload/admit-upload.ts';
import { receiveSbom, type Receipt as StoredReceipt } from '../../../pipeline/upload/receive-sbom.ts';
import type { Caller } from '../../../pipeline/deps.ts';
import type { ApiDeps, RouteApp } from '../../api-deps.ts';
import {
  UploadByQueryParams,
  UploadByQueryQuery,
  UploadParams,
  UploadQuery,
  WireReceipt,
  type WireReceipt as Receipt,
} from '../../contract/services/sbom.ts';
import { toCaller } from '../../http/guard-request.ts';
import { sendContinue } from '../../http/server-events.ts';
import {
  inspectDocument,
  createDocumentChecks,
  parseUploadRequest,
  type InspectedDocument,
  type UploadRequest,
} from './inspect-document.ts';
import { createRateGuard } from '../../http/limits/rate-guard.ts';
import { checkBodyHeaders, disableBodyParsing, receiveBody, type ReceivedBody } from '../../http/body/receive-body.ts';
import { toWireReceipt, waitForAnalysis } from './to-wire-receipt.ts';

const DESCRIPTION =
  'The body is a CycloneDX or SPDX document in JSON, optionally compressed. It is stored unmodified before the response is sent. ' +
  'Creates the version, and the service if the organization allows it. Uploading the same bytes again returns the same id.';

export function uploadsRoutes(app: RouteApp, deps: ApiDeps): void {
  disableBodyParsing(app);
  const upload = createUploadHandler(deps);
  const config = { scope: 'sbom:upload', streamsBody: true } as const;
  const onRequest = createRateGuard(deps, 'uploads');
  const response = { 200: WireReceipt, 202: WireReceipt };

  app.post(
    '/service/:service/version/:version/sbom',
    {
      config,
      onRequest,
      schema: {
        operationId: 'uploadSbom',
        summary: 'Upload an SBOM',
        description: DESCRIPTION,
        consumes: ['application/json'],
        params: UploadParams,
        querystring: UploadQuery,
        response,
      },
    },
    async (request, reply) => {
      const { service, version } = request.params;
      return await upload(request, reply, parseUploadRequest(service, version, request.query));
    },
  );

  app.post(
    '/service/:service/version/sbom',
    {
      config,
      onRequest,
      schema: {
        operationId: 'uploadSbomByQuery',
        summary: 'Upload an SBOM, with the version in the query',
        description: DESCRIPTION,
        consumes: ['application/json'],
        params: UploadByQueryParams,
        querystring: UploadByQueryQuery,
        response,
      },
    },
    async (request, reply) =>
      await upload(request, reply, parseUploadRequest(request.params.service, request.query.version, request.query)),
  );
}

function createUploadHandler(
  deps: ApiDeps,
): (request: FastifyRequest, reply: FastifyReply, upload: UploadRequest) => Promise<Receipt> {
  const storeUpload = createUploadStore(deps);
  return async (request, reply, upload) => {
    const caller = toCaller(request);
    await admitUpload(deps, caller, upload);
    await deps.storageGuard();
    const encoding = checkBodyHeaders(request.raw, deps.limits);
    deps.crashPoint('headers-read');
    sendContinue(request.raw, reply.raw);
    const body = await receiveBody(deps, { request: request.raw, encoding, orgId: caller.orgId, work: request.work });
    try {
      const { document, receipt } = await storeUpload(caller, upload, body, request.parameterNames);
      void reply.code(prefersAsync(request) ? 202 : 200);
      const { waitSeconds } = upload;
      const waited =
        waitSeconds === 0 ? undefined : await waitForAnalysis(deps, { request, reply }, receipt, waitSeconds);
      return toWireReceipt(receipt, upload, document, waited);
    } finally {
      await body.document.close();
    }
  };
}

interface StoredUpload {
  readonly document: InspectedDocument;
  readonly receipt: StoredReceipt;
}

/** Checks the content of a received body and makes it durable. */
export function createUploadStore(
  deps: ApiDeps,
): (
  caller: Caller,
  upload: UploadRequest,
  body: ReceivedBody,
  parameterNames: readonly string[],
) => Promise<StoredUpload> {
  const documentChecks = createDocumentChecks(deps);
  return async (caller, upload, body, parameterNames) => {
    const document = await inspectDocument(documentChecks(caller.orgId), body, upload, parameterNames);
    deps.crashPoint('checks-passed');
    const receipt = await receiveSbom(deps, caller, { ...upload, ...document });
    deps.crashPoint('after-commit');
    deps.metrics.uploads.inc({ outcome: receipt.deduplicated ? 'deduplicated' : 'stored' });
    deps.metrics.uploadBytes.observe(body.document.sizeBytes);
    return { document, receipt };
  };
}

function prefersAsync(request: FastifyRequest): boolean {
  return /(^|,)\s*respond-async\s*(,|;|$)/i.test(String(request.headers.prefer ?? ''));
}
