/** Services with findings to decide about, and helpers for decisions. Each desk has its own organization. */
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import type { WireDecision, WireDecisionOutcome, WireRevertOutcome } from '../../src/api/contract/findings/decision.ts';
import type { WirePlacedFinding } from '../../src/api/contract/findings/finding.ts';
import { anAffected, anOsvRecord } from './advisories.ts';
import { aCycloneDx } from './documents.ts';
import { startMirroredAssay } from './mirrored-assay.ts';
import { aMember, callAs } from './people.ts';
import type { TestAssay, TestOrganization } from './test-assay.ts';

const CRITICAL = [{ type: 'CVSS_V3', score: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H' }];
const MEDIUM = [{ type: 'CVSS_V3', score: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:L/A:N' }];

/** One for each package, affecting all its versions; the one of `builder` is guarded. */
export const DESK_RECORDS = [
  { id: 'GHSA-aaaa-bbbb-cccc', cve: 'CVE-2024-10001', name: 'left-pad', severity: MEDIUM },
  { id: 'GHSA-aaaa-bbbb-dddd', cve: 'CVE-2024-10002', name: 'colors', severity: MEDIUM },
  { id: 'GHSA-aaaa-bbbb-eeee', cve: 'CVE-2024-10003', name: 'builder', severity: CRITICAL },
].map(({ id, cve, name, severity }) =>
  anOsvRecord({
    id,
    aliases: [cve],
    summary: `Something in ${name}`,
    severity,
    affected: [anAffected({ name, events: [{ introduced: '0' }] })],
  }),
);

export interface DeskAnswer<Body> {
  readonly status: number;
  readonly etag: string | undefined;
  readonly body: Body & { readonly code?: string; readonly errorMessage?: string };
}

export interface CallOptions {
  readonly body?: unknown;
  readonly ifMatch?: string | undefined;
  readonly token?: string;
  /** The cookie of a signed-in user, instead of a token. */
  readonly cookie?: string;
}

export interface DecisionDesk {
  readonly organization: TestOrganization;
  call<Body>(method: string, path: string, options?: CallOptions): Promise<DeskAnswer<Body>>;
  /** `upload('shop', '1.0', ['left-pad@1.0.0'])`; a name that ends in `!` is a development dependency. */
  upload(service: string, version: string, packages: readonly string[], image?: string): Promise<void>;
  /** Lists findings of every relevance. */
  list(service: string, version: string): Promise<WirePlacedFinding[]>;
  find(service: string, version: string, packageName: string): Promise<WirePlacedFinding>;
  /** `shop 1.0 left-pad relevant`, for all uploaded versions. */
  statuses(): Promise<string[]>;
  decide(id: string, body: object, options?: CallOptions): Promise<DeskAnswer<WireDecisionOutcome>>;
  /** Waits until every analysis has finished. */
  rest(): Promise<void>;
  history(id: string): Promise<DeskAnswer<WireDecision[]>>;
  takeBack(path: string, options?: CallOptions): Promise<DeskAnswer<WireRevertOutcome>>;
  signIn(role: 'owner' | 'admin' | 'member' | 'viewer', name?: string): Promise<string>;
}

/**
 * Starts one Assay for a test file, and opens a filled desk for each test, which `use` receives; call it at the top level. The
 * desk has two versions of a shop, and another service that shares one of its packages.
 */
export function useFilledDesk(
  use: (parts: { readonly assay: TestAssay; readonly desk: DecisionDesk }) => void | Promise<void>,
): void {
  let assay: TestAssay;
  beforeAll(async () => {
    assay = await startMirroredAssay(DESK_RECORDS);
  });
  afterAll(async () => await assay.stop());
  beforeEach(async () => await use({ assay, desk: await openFilledDesk(assay) }));
}

async function openFilledDesk(assay: TestAssay): Promise<DecisionDesk> {
  const desk = await openDecisionDesk(assay);
  await desk.upload('shop', '1.0', ['left-pad@1.0.0', 'colors@1.0.0', 'builder@1.0.0!']);
  await desk.upload('shop', '1.1', ['left-pad@1.2.0', 'colors@1.0.0']);
  await desk.upload('other', '1.0', ['left-pad@1.0.0']);
  return desk;
}

/** Counts decisions, including reverted ones. */
export async function countDecisions(assay: TestAssay, { organization }: DecisionDesk): Promise<number> {
  return await assay.database.inOrg(organization.id, async ({ client }) => {
    const { rows } = await client.query<{ count: number }>('select count(*)::int as count from decision');
    return rows[0]?.count ?? 0;
  });
}

export async function openDecisionDesk(assay: TestAssay, known?: TestOrganization): Promise<DecisionDesk> {
  const organization = known ?? (await assay.newOrganization());
  const versions: (readonly [string, string])[] = [];
  const call: DecisionDesk['call'] = async <Body>(
    method: string,
    path: string,
    { body, ifMatch, token = organization.token, cookie }: CallOptions = {},
  ) => {
    const headers = {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(ifMatch !== undefined && { 'if-match': ifMatch }),
    };
    const content = body === undefined ? {} : { body: JSON.stringify(body) };
    const response =
      cookie === undefined
        ? await assay.request(`/api/v2${path}`, { method, token, headers, ...content })
        : await callAs(assay, cookie, path, { method, headers, ...(body !== undefined && { body }) });
    const text = await response.text();
    const answer = (text === '' ? {} : JSON.parse(text)) as Body & { code?: string };
    return { status: response.status, etag: response.headers.get('etag') ?? undefined, body: answer };
  };
  const list: DecisionDesk['list'] = async (service, version) => {
    const path = `/service/${service}/version/${version}/finding?relevance=relevant,deprioritized,not_relevant`;
    const { status, body } = await call<WirePlacedFinding[]>('GET', path);
    expect(status).toBe(200);
    return body;
  };
  return {
    organization,
    call,
    list,
    upload: async (service, version, packages, image) => {
      const components = packages.map((text) => {
        const [name, number = ''] = text.split('@');
        const isForDevelopment = number.endsWith('!');
        const properties = [{ name: 'cdx:npm:package:development', value: 'true' }];
        const purl = `pkg:npm/${text.replace('!', '')}`;
        return {
          type: 'library',
          name,
          version: number.replace('!', ''),
          purl,
          'bom-ref': purl,
          ...(isForDevelopment && { properties }),
        };
      });
      const query = image === undefined ? '' : `&image=${encodeURIComponent(image)}`;
      const path = `/service/${service}/version/${version}/sbom?wait=60${query}`;
      const { status } = await call('POST', path, { body: aCycloneDx({ components, dependencies: [] }) });
      expect(status).toBe(200);
      if (!versions.some(([s, v]) => s === service && v === version)) versions.push([service, version]);
    },
    find: async (service, version, packageName) => {
      const found = (await list(service, version)).find(({ component }) => component.name === packageName);
      if (found === undefined) throw new Error(`${service} ${version} has no finding in ${packageName}.`);
      return found;
    },
    statuses: async () => {
      const lines: string[] = [];
      for (const [service, version] of versions)
        for (const { component, relevance } of await list(service, version))
          lines.push(`${service} ${version} ${component.name} ${relevance.status}`);
      return lines.toSorted();
    },
    decide: async (id, body, options) => await call('POST', `/finding/${id}/decision`, { ...options, body }),
    rest: async () => {
      const isResting = async (): Promise<boolean> =>
        await assay.database.inOrg(organization.id, async ({ client }) => {
          const { rows } = await client.query(
            `select 1 from service_version where org_id = $1 and analyzed_generation < generation and frozen_at is null limit 1`,
            [organization.id],
          );
          return rows.length === 0;
        });
      while (!(await isResting())) await new Promise((resolve) => setTimeout(resolve, 50));
    },
    history: async (id) => await call('GET', `/finding/${id}/decision`),
    takeBack: async (path, options) => await call('DELETE', `/decision/${path}`, options),
    signIn: async (role, name = 'Ada Lovelace') => (await aMember(assay, organization.id, role, { name })).cookie,
  };
}
