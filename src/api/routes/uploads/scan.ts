/**
 * Scans a document without storing anything. It goes through the same checks as an upload, in the same order, up to the spool;
 * then it waits for its turn, because unlike an upload it is held in memory while the client waits.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LIMITS } from '../../../core/limits.ts';
import { parseImageReference } from '../../../core/naming/image-reference.ts';
import { toCycloneDxVdr } from '../../../core/report/cyclonedx-vdr.ts';
import { LazyArray } from '../../../core/report/json-pieces.ts';
import { toSarif } from '../../../core/report/sarif.ts';
import type { ValidationMode } from '../../../core/vocabulary/sbom.ts';
import { scanOnce, type ScanDeps } from '../../../pipeline/analysis/scan-once.ts';
import { parseInventory, type ReceivePart } from '../../../threads/inventory/parse-inventory.ts';
import type { ThreadRunner } from '../../../threads/pool/thread-pool.ts';
import type { ApiDeps, RouteApp } from '../../api-deps.ts';
import { chooseType } from '../../http/response/choose-type.ts';
import {
  SCAN_PARAMETERS,
  SCAN_TYPES,
  ScanQuery,
  WireScan,
  type WireScan as Scan,
} from '../../contract/services/sbom.ts';
import { getPrincipal } from '../../http/guard-request.ts';
import { sendContinue } from '../../http/server-events.ts';
import { inspectBody, type InspectedBody, createDocumentChecks } from './inspect-document.ts';
import { toJsonStream } from '../../http/response/json-stream.ts';
import { createRateGuard } from '../../http/limits/rate-guard.ts';
import { checkBodyHeaders, disableBodyParsing, receiveBody } from '../../http/body/receive-body.ts';
import { toReport, toWireScan } from '../../wire/to-wire-scan.ts';
import { FairQueue } from '../../http/limits/fair-queue.ts';

/** Without an image, a report refers to the document itself, whose file name is not sent. */
const DOCUMENT = 'sbom.json';

export function scanRoutes(app: RouteApp, deps: ApiDeps): void {
  disableBodyParsing(app);
  const scan = createScanHandler(deps);
  app.post(
    '/scan',
    {
      config: { scope: 'sbom:upload', streamsBody: true },
      onRequest: createRateGuard(deps, 'scans'),
      schema: {
        operationId: 'scanSbom',
        summary: 'Scan an SBOM without storing it',
        description:
          'Returns the findings that an upload of the same document would have. `Accept` selects JSON (default), SARIF 2.1.0 or a CycloneDX 1.6 VDR.',
        consumes: ['application/json'],
        querystring: ScanQuery,
        response: { 200: WireScan },
      },
    },
    async (request, reply) => {
      const image = request.query.image === undefined ? null : parseImageReference(request.query.image).text;
      const wire = await scan(request, reply, { ...request.query, image });
      if (wire === undefined) return reply.hijack();
      return await sendScan(deps, request, reply, { wire, subject: image ?? DOCUMENT });
    },
  );
}

interface ScanRequest {
  readonly image: string | null;
  readonly distro?: string | undefined;
  readonly validate: ValidationMode;
}

/** Returns undefined if the client has disconnected. */
function createScanHandler(
  deps: ApiDeps,
): (request: FastifyRequest, reply: FastifyReply, wanted: ScanRequest) => Promise<Scan | undefined> {
  const documentChecks = createDocumentChecks(deps);
  const turns = new FairQueue({
    atOnceMax: LIMITS.scansAtOnceMax,
    weightMax: LIMITS.threadBytesInWorkMax,
    waitingMax: LIMITS.scansWaitingMax,
  });
  return async (request, reply, wanted) => {
    const { orgId } = getPrincipal(request);
    turns.requireCapacity(orgId);
    await deps.storageGuard();
    const encoding = checkBodyHeaders(request.raw, deps.limits);
    sendContinue(request.raw, reply.raw);
    const body = await receiveBody(deps, { request: request.raw, encoding, orgId, work: request.work });
    try {
      const parameters = { names: request.parameterNames, known: SCAN_PARAMETERS };
      const inspected = await inspectBody(
        documentChecks(orgId),
        body,
        { strict: wanted.validate === 'strict' },
        parameters,
      );
      const endTurn = await turns.acquire(body.document.sizeBytes, orgId);
      try {
        return reply.raw.destroyed
          ? undefined
          : await scanDocument({ ...deps, orgId }, deps.threads.of(orgId), inspected, wanted);
      } finally {
        endTurn();
      }
    } finally {
      await body.document.close();
    }
  };
}

async function scanDocument(
  deps: ScanDeps,
  threads: ThreadRunner,
  body: InspectedBody,
  { image, distro }: ScanRequest,
): Promise<Scan> {
  const { format, specVersion, path } = body.inspected;
  const bytes = await body.document.read(0, body.document.sizeBytes);
  const request = { bytes, format, specVersion, path, distroOverride: distro, image: image ?? undefined };
  const parse = async (receive: ReceivePart): Promise<void> => await parseInventory(threads, request, receive);
  return await toWireScan(await scanOnce(deps, { parse, image }), body);
}

async function sendScan(
  deps: ApiDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { wire, subject }: { readonly wire: Scan; readonly subject: string },
): Promise<FastifyReply> {
  const type = chooseType(request.headers.accept, SCAN_TYPES);
  void reply.header('content-type', `${type}; charset=utf-8`).header('vary', 'accept');
  if (type === 'application/json')
    return await reply.send(toJsonStream({ ...wire, findings: new LazyArray(wire.findings, (finding) => finding) }));
  const report = toReport(wire, { subject, at: new Date(deps.now()).toISOString(), version: deps.version });
  const document = type === 'application/sarif+json' ? toSarif(report) : toCycloneDxVdr(report);
  return await reply.send(toJsonStream(document));
}
