/** Analyses of calls: pushed for a version, applied to its findings, replaced and deleted. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { WireReachability, WireReachabilityReceipt } from '../../../src/api/contract/findings/reachability.ts';
import type { WireAuditEntry } from '../../../src/api/contract/organization/organization.ts';
import { LIMITS } from '../../../src/core/limits.ts';
import { anAffected, anOsvRecord } from '../../support/advisories.ts';
import { openDecisionDesk, type DecisionDesk } from '../../support/decision-desk.ts';
import { aCycloneDx } from '../../support/documents.ts';
import { aGoRecord, aGovulncheckStream, type CallFinding } from '../../support/govulncheck.ts';
import { startMirroredAssay } from '../../support/mirrored-assay.ts';
import type { TestAssay } from '../../support/test-assay.ts';

const PATH = '/service/shop/version/1.0/reachability';
const IMAGE = 'ghcr.io/acme/shop:1.0';
const COMMIT = '9fceb02d0ae598e95dc970b74767f19372d61af8';
const CRITICAL = [{ type: 'CVSS_V3', score: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H' }];
const MEDIUM = [{ type: 'CVSS_V3', score: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:L/A:N' }];

/** Each has a record of the Go database and one of GitHub, which names no symbols. */
const VULNERABILITIES = ['called', 'idle', 'absent', 'grave', 'vanished'].map((name, n) => ({
  module: `example.com/${name}`,
  go: `GO-2024-100${n}`,
  ghsa: `GHSA-aaaa-bbbb-ccc${n}`,
  cve: `CVE-2024-1000${n}`,
  severity: name === 'grave' || name === 'vanished' ? CRITICAL : MEDIUM,
}));
const GO_RECORDS = VULNERABILITIES.map(({ module, go, ghsa, cve }) => aGoRecord(go, module, [cve, ghsa]));
const EXPORT = VULNERABILITIES.flatMap(({ module, go, ghsa, cve, severity }) => [
  anOsvRecord({ ...aGoRecord(go, module, [cve, ghsa]), severity }),
  anOsvRecord({
    id: ghsa,
    aliases: [cve],
    severity,
    affected: [anAffected({ ecosystem: 'Go', name: module, events: [{ introduced: '0' }] })],
  }),
]);
const LEVELS = ['symbol', 'package', 'module', 'package', 'module'] as const;
const FINDINGS = VULNERABILITIES.map(({ go: id, module }, n): CallFinding => ({
  id,
  module,
  version: 'v1.0.0',
  level: LEVELS[n] ?? 'module',
}));
const STREAM = aGovulncheckStream(GO_RECORDS, FINDINGS);

let assay: TestAssay;
let desk: DecisionDesk;

beforeAll(async () => {
  assay = await startMirroredAssay({ Go: EXPORT });
});
afterAll(async () => {
  await assay.stop();
});
beforeEach(async () => {
  desk = await openDecisionDesk(assay);
  await upload('1.0');
});

async function upload(version: string, query = `&git_commit_sha=${COMMIT}`): Promise<void> {
  const components = VULNERABILITIES.map(({ module }) => {
    const purl = `pkg:golang/${module}@v1.0.0`;
    return { type: 'library', name: module, version: 'v1.0.0', purl, 'bom-ref': purl };
  });
  const path = `/service/shop/version/${version}/sbom?wait=60${query}`;
  const { status } = await desk.call('POST', path, { body: aCycloneDx({ components, dependencies: [] }) });
  expect(status).toBe(200);
}

async function push(text: string, query = ''): Promise<WireReachabilityReceipt & { code?: string }> {
  const { token } = desk.organization;
  const answer = await assay.request(`/api/v2${PATH}${query}`, { method: 'PUT', token, body: text });
  await desk.rest();
  return (await answer.json()) as WireReachabilityReceipt;
}

/** Status of each finding with the codes of its rules, by module. */
async function judge(version = '1.0'): Promise<Record<string, string>> {
  const findings = await desk.list('shop', version);
  return Object.fromEntries(
    findings.map(({ component, relevance: { status, reasons, suggestion } }) => [
      component.name.replace('example.com/', ''),
      [status, ...reasons.map(({ code, effect }) => `${code}:${effect}`), ...(suggestion ? ['suggested'] : [])].join(
        ' ',
      ),
    ]),
  );
}

const DEFAULT = Object.fromEntries(
  VULNERABILITIES.map(({ module }) => [module.replace('example.com/', ''), 'relevant']),
);
const JUDGED = {
  called: 'relevant called:escalate',
  idle: 'not_relevant not-called:dismiss',
  absent: 'not_relevant not-imported:dismiss',
  grave: 'relevant not-called:dismiss suggested',
  vanished: 'not_relevant not-imported:dismiss',
};

describe('a reachability document', () => {
  it('escalates and dismisses findings until it is deleted, with the cause in their history', async () => {
    expect(await judge()).toEqual(DEFAULT);

    const receipt = await push(STREAM, `?git_commit_sha=${COMMIT}`);
    expect(receipt).toMatchObject({
      kind: 'govulncheck',
      tool: 'govulncheck v1.1.4',
      commitSha: COMMIT,
      otherBuild: false,
      statements: { called: 1, imported: 0, not_called: 2, not_imported: 2 },
      unmatchedCount: 0,
      deduplicated: false,
      replaces: null,
    });
    expect(await judge()).toEqual(JUDGED);
    const idle = await desk.find('shop', '1.0', 'example.com/idle');
    expect(idle.relevance.reasons[0]).toMatchObject({
      justification: 'code_not_reachable',
      evidence: [{ type: 'reachability', value: 'not_called', hash: receipt.sha256 }],
      trace: null,
    });

    expect((await desk.call('DELETE', PATH)).status).toBe(204);
    await desk.rest();
    expect(await judge()).toEqual(DEFAULT);
    const { body: events } = await desk.call<{ type: string; cause: string; detail: object }[]>(
      'GET',
      '/event?limit=200',
    );
    const changes = events.filter(({ type }) => type === 'relevance.changed');
    expect(changes.map(({ cause }) => cause)).toEqual(Array.from({ length: 6 }, () => 'reachability'));
  });

  it('shows the calls from the entry point to the vulnerable function', async () => {
    await push(STREAM);

    const { relevance } = await desk.find('shop', '1.0', 'example.com/called');
    expect(relevance.escalated).toBe(true);
    expect(relevance.reasons[0]?.trace).toEqual({
      omitted: 0,
      frames: [
        { function: 'main', package: 'app', file: 'main.go', line: 12 },
        { function: 'Parse', package: 'example.com/called/deep', file: 'deep/parse.go', line: 7 },
      ],
    });
  });

  it('of another commit dismisses and escalates nothing', async () => {
    const receipt = await push(STREAM, `?git_commit_sha=${'1'.repeat(40)}`);

    expect(receipt.otherBuild).toBe(true);
    const judged = Object.values(await judge());
    expect(judged.filter((text) => /^relevant [a-z-]+:annotate$/.test(text))).toHaveLength(5);
  });

  it('of the sources does not dismiss what an image contains', async () => {
    await upload('1.0', `&image=${IMAGE}`);

    await push(STREAM);
    expect(await judge()).toMatchObject({ called: JUDGED.called, idle: 'relevant not-called:annotate' });
    const ofImage = await push(STREAM, `?image=${IMAGE}`);
    expect(await judge()).toEqual(JUDGED);
    expect((await desk.call('DELETE', `${PATH}/${ofImage.id}`)).status).toBe(204);
    await desk.rest();
    expect(await judge()).toMatchObject({ idle: 'relevant not-called:annotate' });
  });

  it('of an older revision of an advisory does not dismiss it', async () => {
    const older = VULNERABILITIES.map(({ module, go, ghsa, cve }) => aGoRecord(go, module, [cve, ghsa], ['Other']));
    await push(aGovulncheckStream(older, FINDINGS));

    expect(await judge()).toEqual({
      ...JUDGED,
      idle: 'relevant not-called:annotate',
      grave: 'relevant not-called:annotate',
    });
    const { relevance } = await desk.find('shop', '1.0', 'example.com/idle');
    expect(relevance.reasons[0]?.text).toContain('names other code');
  });

  it('applies only to its version', async () => {
    await upload('1.1');
    await push(STREAM);

    expect(await judge('1.1')).toEqual(DEFAULT);
  });

  it('is stored once, and replaced by the next one of its tool', async () => {
    const first = await push(STREAM);
    const again = await push(STREAM);
    const next = await push(aGovulncheckStream(GO_RECORDS, FINDINGS.slice(0, 1)));

    expect([again.id, again.deduplicated]).toEqual([first.id, true]);
    expect([next.replaces, next.deduplicated]).toEqual([first.id, false]);
    expect(await judge()).toEqual({ ...DEFAULT, called: JUDGED.called });
    const { body: listed } = await desk.call<WireReachability[]>('GET', PATH);
    expect(listed.map(({ id }) => id)).toEqual([next.id]);
    expect((await desk.call('GET', `${PATH}/${first.id}/raw`)).status).toBe(404);
    expect((await desk.call('DELETE', `${PATH}/${first.id}`)).status).toBe(404);
  });

  it('can be downloaded, and says which statements have no finding', async () => {
    const other: CallFinding = { id: 'GO-2024-9999', module: 'example.com/other', version: 'v2.0.0', level: 'symbol' };
    const older: CallFinding = { ...FINDINGS[0], id: 'GO-2024-1000', version: 'v0.9.0' } as CallFinding;
    const text = aGovulncheckStream(GO_RECORDS, [...FINDINGS, other, older]);
    const { id } = await push(text);

    const { body } = await desk.call<WireReachability[]>('GET', PATH);
    expect(body[0]).toMatchObject({
      unmatchedCount: 2,
      unmatched: [
        { id: 'GO-2024-1000', package: 'example.com/called', version: 'v0.9.0', state: 'called' },
        { id: 'GO-2024-9999', package: 'example.com/other', version: 'v2.0.0', state: 'called' },
      ],
    });
    const { token } = desk.organization;
    const raw = await assay.request(`/api/v2${PATH}/${id}/raw`, { token });
    expect(await raw.text()).toBe(text);
  });

  it('of another tool is kept beside it, and any call counts', async () => {
    const [, vulnerability] = VULNERABILITIES;
    const record = GO_RECORDS[1];
    const group = { ids: [vulnerability?.go], experimental_analysis: { [vulnerability?.go ?? '']: { called: true } } };
    const described = { name: vulnerability?.module, version: '1.0.0', ecosystem: 'Go' };
    const packages = [{ package: described, vulnerabilities: [record], groups: [group] }];
    await push(STREAM);
    const receipt = await push(JSON.stringify({ results: [{ packages }] }));

    expect(receipt).toMatchObject({ kind: 'osv-scanner', replaces: null, statements: { called: 1 } });
    expect(await judge()).toEqual({ ...JUDGED, idle: 'relevant called:escalate' });
    await desk.call('DELETE', `${PATH}/${receipt.id}`);
    await desk.rest();
    expect(await judge()).toEqual(JUDGED);
  });

  it.each([
    ['{"config":', 'REACHABILITY_INVALID'],
    ['{"a":1}', 'REACHABILITY_KIND_UNKNOWN'],
    [`${'{"a":'.repeat(LIMITS.reachabilityDepthMax + 1)}1`, 'REACHABILITY_TOO_LARGE'],
    ['{"config":{"scanner_name":"\\u0000"}}', 'REACHABILITY_INVALID'],
    ['', 'BODY_EMPTY'],
  ])('is rejected as a whole: %j', async (text, code) => {
    await push(STREAM);

    expect(await push(text)).toMatchObject({ code });
    expect(await judge()).toEqual(JUDGED);
  });

  it('is recorded in the audit log', async () => {
    const { id } = await push(STREAM);
    await desk.call('DELETE', PATH);

    const { body } = await desk.call<WireAuditEntry[]>('GET', '/audit?limit=10');
    const actions = body.filter(({ subject }) => subject.kind === 'reachability');
    expect(actions.map(({ action, subject }) => [action, subject.id])).toEqual([
      ['reachability.deleted', id],
      ['reachability.pushed', id],
    ]);
  });

  it('is removed with its version', async () => {
    await push(STREAM);
    await desk.call('DELETE', '/service/shop/version/1.0');

    expect((await desk.call('GET', PATH)).status).toBe(404);
  });
});
