/** The remediation plan of a version: for programs, as markdown, for one finding, and the time to remediate. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WirePlacedFinding } from '../../../src/api/contract/findings/finding.ts';
import type { WireFindingDetails, WireServiceHistory } from '../../../src/api/contract/history/history.ts';
import type { WireOverview } from '../../../src/api/contract/history/overview.ts';
import { WireRemediation } from '../../../src/api/contract/findings/remediation.ts';
import { anAffected, anOsvRecord } from '../../support/advisories.ts';
import { createApiClient, type ApiClient } from '../../support/api-client.ts';
import { aCycloneDx } from '../../support/documents.ts';
import { startMirroredAssay } from '../../support/mirrored-assay.ts';
import { until } from '../../support/server-processes.ts';
import type { TestAssay } from '../../support/test-assay.ts';

type Events = readonly Record<string, string>[];

function record(id: string, name: string, ...events: Events): ReturnType<typeof anOsvRecord> {
  return anOsvRecord({ id, summary: `Something in ${name}`, affected: [anAffected({ name, events })] });
}

/** Must never reach a shell or be interpreted as markdown. */
const HOSTILE = '$(id)`<b>[x](y)';
const RECORDS = [
  record('CVE-2024-10001', 'left-pad', { introduced: '0' }, { fixed: '1.1.0' }),
  record('CVE-2024-10002', 'left-pad', { introduced: '0' }, { fixed: '1.2.0' }),
  record('CVE-2024-10003', 'colors', { introduced: '0' }),
  record('CVE-2024-10004', 'deep', { introduced: '0' }, { fixed: '3.0.0' }),
  record('MAL-2024-10005', 'evil', { introduced: '0' }),
  record('CVE-2024-10007', 'ended', { introduced: '0' }, { last_affected: '1.5.0' }),
  record('CVE-2024-10006', HOSTILE, { introduced: '0' }, { fixed: '1.0.1' }),
];
const IMAGE = 'registry.example.com/shop/api:1';
const PLAN = '/api/v2/service/shop/version/1.0/remediation';

let assay: TestAssay;
let api: ApiClient;
let serviceId = '';

beforeAll(async () => {
  assay = await startMirroredAssay(RECORDS);
  api = createApiClient(assay);
  await upload('1.0', ['left-pad@1.0.0', 'colors@1.0.0', 'evil@1.0.0', 'express@4.0.0', 'deep@2.0.0']);
  await upload('1.0', [`${HOSTILE}@1.0.0`], IMAGE);
});
afterAll(async () => await assay.stop());

/** `express` depends on `deep` if both are present. */
async function upload(version: string, packages: readonly string[], image?: string): Promise<void> {
  const query = image === undefined ? 'slot=build' : `image=${encodeURIComponent(image)}`;
  const receipt = await api.upload(
    `/api/v2/service/shop/version/${version}/sbom?wait=60&${query}`,
    aCycloneDx({
      components: packages.map(toComponent),
      dependencies: [
        { ref: 'shop', dependsOn: packages.filter((each) => !each.startsWith('deep')) },
        { ref: 'express@4.0.0', dependsOn: packages.filter((each) => each.startsWith('deep')) },
      ],
    }),
  );
  serviceId = receipt['serviceId'] ?? '';
}

function toComponent(text: string): object {
  const at = text.lastIndexOf('@');
  const [name, version] = [text.slice(0, at), text.slice(at + 1)];
  return { type: 'library', name, version, purl: `pkg:npm/${encodeURIComponent(name)}@${version}`, 'bom-ref': text };
}

async function plan(query = ''): Promise<WireRemediation> {
  return WireRemediation.parse(await api.get(`${PLAN}${query}`));
}

async function planAsText(path = PLAN): Promise<string> {
  const answer = await assay.request(path, { headers: { accept: 'text/markdown' } });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/markdown; charset=utf-8']);
  return await answer.text();
}

const namesOf = ({ actions }: WireRemediation): string[] => actions.map((each) => each.package.name);

describe('the plan of a version', () => {
  it('has the actions, their order and the remaining findings', async () => {
    const found = await plan();

    expect(found.actions[0]).toMatchObject({
      kind: 'remove',
      package: { name: 'evil', ecosystem: 'npm' },
      urgent: true,
      urgentReason: 'malicious',
    });
    expect(found.actions.find(({ package: { name } }) => name === 'left-pad')).toMatchObject({
      kind: 'upgrade',
      from: ['1.0.0'],
      to: '1.2.0',
      fixesCount: 2,
      direct: true,
      commandReason: null,
      commands: [{ manager: 'npm', text: "npm install 'left-pad@1.2.0'" }, {}, {}],
    });
    expect(found.actions.find(({ package: { name } }) => name === 'deep')).toMatchObject({
      kind: 'bump_parent',
      to: '3.0.0',
      introducedBy: ['express'],
      breaking: 'unknown',
      claim: 'unknown',
      gain: 0,
      alternatives: [{ kind: 'override', to: '3.0.0' }],
    });
    expect(found.residual).toMatchObject([
      { finding: { vulnerability: 'CVE-2024-10003', package: 'colors' }, reason: 'no_fix', text: 'No fix is known.' },
      { finding: { vulnerability: 'CVE-2024-10004', package: 'deep' }, reason: 'unverified' },
    ]);
    expect(found).toMatchObject({
      version: { name: '1.0' },
      actionCount: 4,
      residualCount: 2,
      coverage: { components: 6 },
      prediction: { before: { total: 6 }, after: { total: 2 }, introduced: [] },
    });
    expect(found.actions.at(-1)?.after).toEqual({
      findings: found.prediction.after.total,
      risk: found.prediction.after.risk,
      bySeverity: found.prediction.after.bySeverity,
    });
  });

  it('has no command for a name that is not safe in a shell', async () => {
    const action = (await plan()).actions.find(({ package: { name } }) => name === HOSTILE);

    expect(action).toMatchObject({ to: '1.0.1', commands: [], commandReason: 'unsafe_name', images: [IMAGE] });
  });

  it.each([
    ['?maxDistance=minor', ['evil', 'left-pad', HOSTILE]],
    [`?image=${encodeURIComponent(IMAGE)}`, [HOSTILE]],
  ])('follows its options: %s', async (query, names) => {
    expect(namesOf(await plan(query)).toSorted()).toEqual(names.toSorted());
  });

  it('uses the highest clean version with that strategy', async () => {
    expect((await plan('?strategy=highest')).basis).toMatchObject({ strategy: 'highest', image: null });
  });

  it('is paginated, and each page has the totals', async () => {
    const whole = await plan();
    const actions: WireRemediation['actions'] = [];
    let next: string | undefined = `${PLAN}?limit=3`;
    while (next !== undefined) {
      const { body, headers } = await api.call('GET', next);
      const page = WireRemediation.parse(body);
      actions.push(...page.actions);
      expect({ ...page, actions: [] }).toEqual({ ...whole, actions: [] });
      expect(headers.get('x-total-count')).toBe('4');
      next = /<([^>]*)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];
    }

    expect(actions).toEqual(whole.actions);
  });

  it('is markdown for a pull request, in which no name becomes markup or a command', async () => {
    const text = await planAsText();

    expect(text).toMatch(/^# Remediation plan for shop 1\.0\n/);
    expect(text).toContain("   ```sh\n   npm install 'left-pad@1.2.0'\n   ```");
    expect(text).toContain('CVE-2024-10003 in `colors` `1.0.0`');
    expect(text).toContain('not safe in a shell');
    expect(text.replaceAll(/```[^`]*```/g, '').replaceAll(/(?<!\\)`[^`\n]*`/g, '')).not.toMatch(
      /<b>|\]\(y|(?<!\\)\$\(/,
    );
  });

  it.each([
    ['?strategy=lucky', 400, 'PARAMETER_INVALID'],
    ['?maxDistance=far', 400, 'PARAMETER_INVALID'],
    ['?limit=1e3', 400, 'PARAMETER_INVALID'],
    ['?cursor=x', 400, 'CURSOR_INVALID'],
    ['?image=shop:2', 400, 'IMAGE_UNKNOWN'],
    ['?image=http://x', 400, 'IMAGE_INVALID'],
  ])('rejects %s', async (query, status, code) => {
    expect(await api.call('GET', `${PLAN}${query}`)).toMatchObject({ status, body: { code } });
  });

  it('names the known images', async () => {
    expect(await api.call('GET', `${PLAN}?image=shop:2`)).toMatchObject({
      body: { errorMessage: expect.stringContaining(`send a known one: "${IMAGE}".`) },
    });
  });

  it('is not available to other organizations, or for an unknown version', async () => {
    const stranger = await assay.newOrganization();
    const blind = await stranger.newToken({ scopes: ['sbom:upload'] });

    expect(await api.call('GET', PLAN, { token: stranger.token })).toMatchObject({ status: 404 });
    expect(await api.call('GET', PLAN, { token: blind })).toMatchObject({ status: 403 });
    expect(await api.call('GET', PLAN.replace('1.0', '9.9'))).toMatchObject({
      status: 404,
      body: { code: 'VERSION_UNKNOWN' },
    });
  });
});

describe('a finding', () => {
  async function details(name: string): Promise<WireFindingDetails> {
    const list = await api.get<WirePlacedFinding[]>('/api/v2/service/shop/version/1.0/finding');
    const id = list.find(({ component }) => component.name === name)?.id;
    return await api.get(`/api/v2/finding/${id}`);
  }

  it('has the recommendation for its package, which may go beyond its own fix', async () => {
    const { recommendation, fix } = await details('left-pad');
    const { actions } = await plan();

    expect(['1.1.0', '1.2.0']).toContain(fix.nearest);
    expect(recommendation).toMatchObject({
      kind: 'upgrade',
      from: '1.0.0',
      to: '1.2.0',
      clean: true,
      remaining: [],
      text: 'Upgrade left-pad to 1.2.0.',
      actionId: actions.find(({ package: about }) => about.name === 'left-pad')?.id,
      commands: [{ manager: 'npm' }, {}, {}],
    });
  });

  it('has the reason why there is no recommendation', async () => {
    expect((await details('colors')).recommendation).toMatchObject({
      actionId: null,
      step: null,
      kind: null,
      to: null,
      clean: false,
      commands: [],
      commandReason: 'none',
      withoutClean: { situation: 'no_fix', response: 'can_not_fix' },
    });
  });
});

describe('reports of findings', () => {
  it.each([
    ['application/vnd.cyclonedx+json', /Upgrade left-pad to 1\.2\.0\. This vulnerability alone is fixed in 1\.1\.0\./],
    ['application/sarif+json', /Upgrade left-pad to 1\.2\.0\. This vulnerability alone is fixed in 1\.1\.0\./],
  ])('name the recommended version of the whole package: %s', async (accept, expected) => {
    const answer = await assay.request('/api/v2/service/shop/version/1.0/finding', { headers: { accept } });

    expect(await answer.text()).toMatch(expected);
  });
});

describe('the markdown of findings', () => {
  it('begins with the first action if it covers one version', async () => {
    for (const path of ['/api/v2/service/shop/version/1.0/finding', '/api/v2/service/shop/finding'])
      expect(await planAsText(path)).toContain('#### Recommended actions\n\n1. **Remove evil now');
    expect(await planAsText('/api/v2/finding')).not.toContain('Recommended actions');
  });
});

describe('the next version', () => {
  beforeAll(async () => {
    await upload('2.0', ['left-pad@1.2.0', 'colors@1.0.0', 'express@4.0.0', 'deep@2.0.0']);
    await upload('2.0', [`${HOSTILE}@1.0.0`], IMAGE);
    // The plan after the second document, which includes the image.
    await until(async () => (await nextPlan()).previousPlan?.counts['not_applied'] === 2);
  });

  async function nextPlan(): Promise<WireRemediation> {
    return WireRemediation.parse(await api.get(PLAN.replace('1.0', '2.0')));
  }

  it('has the results of the previous plan', async () => {
    const { previousPlan } = await nextPlan();

    expect(previousPlan).toMatchObject({ version: { name: '1.0' }, counts: { applied: 2, not_applied: 2 } });
    expect(previousPlan?.outcomes.find(({ package: name }) => name === 'left-pad')).toMatchObject({
      outcome: 'applied',
      to: '1.2.0',
      fixes: 2,
      open: [],
    });
    expect(await planAsText(PLAN.replace('1.0', '2.0'))).toContain(
      '## Previous plan results (1.0)\n\n2 done, 2 not done.',
    );
  });

  it('contributes to the time to remediate of the service and of the organization', async () => {
    const { remediationTimes } = await api.get<WireServiceHistory>(`/api/v2/service/${serviceId}/history`);
    const overview = await api.get<WireOverview>('/api/v2/overview');

    expect(remediationTimes.reduce((sum, { count }) => sum + count, 0)).toBe(3);
    expect(overview.remediationTimes.map(({ severity, count }) => [severity, count])).toEqual(
      remediationTimes.map(({ severity, count }) => [severity, count]),
    );
  });

  it('is only measured for services that the token can access', async () => {
    await api.call('POST', '/api/v2/service', { body: { name: 'other' } });
    const { body } = await api.call('POST', '/api/v2/token', {
      body: { name: 'other', services: ['other'], scopes: ['read'] },
    });
    const { remediationTimes } = await api.get<WireOverview>('/api/v2/overview', (body as { token: string }).token);

    expect(remediationTimes).toEqual([]);
  });
});

describe('a version that is only used in another service', () => {
  it('is offered with the name of that service, but not to a token without access to it', async () => {
    for (const [service, component] of [
      ['neighbour', 'ended@1.6.0'],
      ['needy', 'ended@1.0.0'],
    ] as const)
      await api.upload(
        `/api/v2/service/${service}/version/1/sbom?wait=60`,
        aCycloneDx({ components: [toComponent(component)], dependencies: [] }),
      );
    const { body } = await api.call('POST', '/api/v2/token', {
      body: { name: 'needy', services: ['needy'], scopes: ['read'] },
    });
    const { token } = body as { token: string };
    const path = '/api/v2/service/needy/version/1';

    const [forAll, forSome] = [await read(`${path}/remediation`), await read(`${path}/remediation`, { token })];
    const asText = await read(`${path}/remediation`, { token, headers: { accept: 'text/markdown' } });
    const [finding] = JSON.parse(await read(`${path}/finding`, { token })) as { id: string }[];
    const details = await read(`/api/v2/finding/${finding?.id}`, { token });

    expect(evidenceIn(forAll)).toEqual([['1.6.0', { package: 'ended', version: '1.6.0', seenIn: 'neighbour' }]]);
    expect(evidenceIn(forSome)).toEqual([['1.6.0', { package: 'ended', version: '1.6.0', seenIn: null }]]);
    for (const answer of [forSome, asText, details]) {
      expect(answer).toContain('1.6.0');
      expect(answer).not.toContain('neighbour');
    }
  });

  async function read(path: string, options: Parameters<TestAssay['request']>[1] = {}): Promise<string> {
    return await (await assay.request(path, options)).text();
  }

  function evidenceIn(answer: string): unknown[][] {
    const { actions } = WireRemediation.parse(JSON.parse(answer));
    return actions.map(({ to, evidence }) => [to, ...evidence]);
  }
});

describe('a version without a result', () => {
  async function query(statement: string): Promise<void> {
    const { id } = await api.get<{ id: string }>('/api/v2/organization');
    await assay.database.inOrg(id, async ({ client }) => await client.query(statement));
  }

  it('has no plan yet, and never has one without documents', async () => {
    await query('delete from remediation_plan');
    await query('delete from version_finding');
    await query('delete from analysis');

    expect(await plan()).toMatchObject({ basis: { analysisId: null, snapshot: null }, actions: [], coverage: null });
    expect(await planAsText()).toContain('not analyzed yet');
    await query('update service_version set frozen_at = now()');
    expect(await api.call('GET', PLAN)).toMatchObject({ status: 404, body: { code: 'CONTENT_REMOVED' } });
  });
});
