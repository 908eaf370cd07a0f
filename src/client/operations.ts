/**
 * The operations of the API that the client offers, by the operation id of the OpenAPI document. Types are those of the contract, so
 * a change of the contract is a compiler error here; a test compares the paths with the document.
 */
import type { z } from 'zod';
import type { DryRunQuery, WireDecisionOutcome } from '../api/contract/findings/decision.ts';
import type { VersionFindingListQuery, VersionFindingFilters } from '../api/contract/findings/finding-query.ts';
import type { WireFinding, WireFindingSummary, WirePlacedFinding } from '../api/contract/findings/finding.ts';
import type { ReachabilityQuery, WireReachabilityReceipt } from '../api/contract/findings/reachability.ts';
import type { RemediationQuery, WireRemediation } from '../api/contract/findings/remediation.ts';
import type { VersionVexQuery, WireVexReceipt } from '../api/contract/findings/vex.ts';
import type { WireAdvisorySource } from '../api/contract/findings/advisory.ts';
import type { DiffQuery, WireDiff } from '../api/contract/history/diff.ts';
import type { GateQuery, WireGate } from '../api/contract/history/gate.ts';
import type { WireMe } from '../api/contract/organization/person.ts';
import type { WireAnalysis } from '../api/contract/services/analysis.ts';
import type { DocumentQuery, WireProfile } from '../api/contract/services/profile.ts';
import type {
  SbomListQuery,
  ScanQuery,
  UploadByQueryQuery,
  UploadQuery,
  WireReceipt,
  WireSbom,
  WireScan,
} from '../api/contract/services/sbom.ts';
import type {
  ServiceListQuery,
  VersionListQuery,
  WireService,
  WireServiceListItem,
  WireVersion,
  WireVersionDetails,
} from '../api/contract/services/service.ts';

/** Method and path below `/api/v2`. */
export const OPERATIONS = {
  getMe: 'GET /me',
  listAdvisorySources: 'GET /advisory-source',
  listServices: 'GET /service',
  getService: 'GET /service/{service}',
  listVersions: 'GET /service/{service}/version',
  getVersion: 'GET /service/{service}/version/{version}',
  updateVersion: 'PATCH /service/{service}/version/{version}',
  setAlias: 'PUT /service/{service}/version/{version}/alias/{alias}',
  uploadSbom: 'POST /service/{service}/version/{version}/sbom',
  uploadSbomByQuery: 'POST /service/{service}/version/sbom',
  listSboms: 'GET /service/{service}/version/{version}/sbom',
  getAnalysis: 'GET /analysis/{id}',
  listVersionFindings: 'GET /service/{service}/version/{version}/finding',
  getVersionFindingSummary: 'GET /service/{service}/version/{version}/finding/summary',
  listServiceFindings: 'GET /service/{service}/finding',
  createDecision: 'POST /finding/{id}/decision',
  checkGate: 'GET /service/{service}/version/{version}/gate',
  compareVersions: 'GET /service/{service}/diff',
  getRemediationPlan: 'GET /service/{service}/version/{version}/remediation',
  listVersionVexDocuments: 'GET /service/{service}/version/{version}/vex',
  uploadVersionVex: 'POST /service/{service}/version/{version}/vex',
  uploadServiceVex: 'POST /service/{service}/vex',
  uploadOrganizationVex: 'POST /vex',
  uploadProfileDocument: 'PUT /service/{service}/profile/{profile}/document',
  pushReachability: 'PUT /service/{service}/version/{version}/reachability',
  scanSbom: 'POST /scan',
} as const satisfies Readonly<Record<string, `${'GET' | 'POST' | 'PUT' | 'PATCH'} /${string}`>>;

export type OperationId = keyof typeof OPERATIONS;

/** Query schema and response of each operation. */
interface Shapes {
  getMe: Shape<NoQuery, WireMe>;
  listAdvisorySources: Shape<NoQuery, WireAdvisorySource[]>;
  listServices: Shape<z.input<typeof ServiceListQuery>, WireServiceListItem[]>;
  getService: Shape<NoQuery, WireService>;
  listVersions: Shape<z.input<typeof VersionListQuery>, WireVersion[]>;
  getVersion: Shape<NoQuery, WireVersionDetails>;
  updateVersion: Shape<NoQuery, WireVersionDetails>;
  setAlias: Shape<NoQuery, WireVersionDetails>;
  uploadSbom: Shape<z.input<typeof UploadQuery>, WireReceipt>;
  uploadSbomByQuery: Shape<z.input<typeof UploadByQueryQuery>, WireReceipt>;
  listSboms: Shape<z.input<typeof SbomListQuery>, WireSbom[]>;
  getAnalysis: Shape<NoQuery, WireAnalysis>;
  listVersionFindings: Shape<z.input<typeof VersionFindingListQuery>, WireFinding[]>;
  getVersionFindingSummary: Shape<z.input<typeof VersionFindingFilters>, WireFindingSummary>;
  listServiceFindings: Shape<z.input<typeof VersionFindingListQuery>, WirePlacedFinding[]>;
  createDecision: Shape<z.input<typeof DryRunQuery>, WireDecisionOutcome>;
  checkGate: Shape<z.input<typeof GateQuery>, WireGate>;
  compareVersions: Shape<z.input<typeof DiffQuery>, WireDiff>;
  getRemediationPlan: Shape<z.input<typeof RemediationQuery>, WireRemediation>;
  listVersionVexDocuments: Shape<z.input<typeof VersionVexQuery>, unknown>;
  uploadVersionVex: Shape<NoQuery, WireVexReceipt>;
  uploadServiceVex: Shape<NoQuery, WireVexReceipt>;
  uploadOrganizationVex: Shape<NoQuery, WireVexReceipt>;
  uploadProfileDocument: Shape<z.input<typeof DocumentQuery>, WireProfile>;
  pushReachability: Shape<z.input<typeof ReachabilityQuery>, WireReachabilityReceipt>;
  scanSbom: Shape<z.input<typeof ScanQuery>, WireScan>;
}

interface Shape<Query, Response> {
  readonly query: Query;
  readonly response: Response;
}
type NoQuery = Readonly<Record<never, never>>;

/** The names in braces of a path. */
type PlaceNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PlaceNames<Rest>
  : never;

export type QueryValue = string | number | boolean | readonly string[] | undefined;

/** Names of services and versions are percent-encoded by the client; a list in the query repeats its parameter. */
export interface OperationInput<Id extends OperationId> {
  readonly path: Readonly<Record<PlaceNames<(typeof OPERATIONS)[Id]>, string>>;
  readonly query?: { readonly [Name in keyof Shapes[Id]['query']]?: QueryValue };
}

export type OperationResponse<Id extends OperationId> = Shapes[Id]['response'];
