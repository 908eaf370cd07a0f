/** `npm start -- --demo` in an empty folder without a network: all demo services and versions are loaded and analyzed. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newTokenSecret } from '../../src/access/secrets.ts';
import type { AssayProcess } from '../support/assay-process.ts';
import { until } from '../support/server-processes.ts';
import { aNewUser, SERVE, type NewUser } from './new-user.ts';

const { text: token } = newTokenSecret();
const OFFLINE = {
  ASSAY_OSV_URL: 'off',
  ASSAY_KEV_URL: 'off',
  ASSAY_EPSS_URL: 'off',
  ASSAY_SSVC_URL: 'off',
  ASSAY_BOOTSTRAP_TOKEN: token,
};

/** Open and filtered findings of each version, in order of upload. */
const EXPECTED: Readonly<Record<string, readonly string[]>> = {
  'demo-shop-api': [
    '2.0.0: 14 + 3',
    '2.1.0: 11 + 3',
    '2.2.0: 18 + 3',
    '2.3.0: 19 + 3',
    '2.3.1: 19 + 3',
    '2.4.0: 13 + 3',
    '2.5.0: 6 + 3',
    '2.6.0-search.4: 7 + 3',
    '2.6.0: 4 + 0',
  ],
  'demo-payments': ['r41: 16 + 0', 'r42: 15 + 0', 'r43: 10 + 0', 'r44: 6 + 0', 'r45: 6 + 0'],
  'demo-recommender': ['2026.1: 18 + 2', '2026.2: 12 + 2', '2026.3: 9 + 2'],
  'demo-gateway': ['v0.9.0: 10 + 0', 'v0.10.0: 7 + 0', 'v0.11.0: 2 + 0'],
  'demo-storefront': ['118: 3 + 0', '119: 3 + 0'],
  'demo-legacy-crm': ['7.3: 10 + 0'],
  'demo-status-page': ['1.0.0: 0 + 0'],
};

let user: NewUser;
let assay: AssayProcess;
let url: string;
beforeAll(async () => {
  user = await aNewUser();
  assay = user.start([...SERVE, '--demo'], OFFLINE);
  url = await assay.ready;
  await until(() => assay.output().includes('Loaded demo data: 7 services'));
}, 180_000);
afterAll(async () => await user.remove());

async function ask(path: string): Promise<Response> {
  return await fetch(`${url}/api/v2${path}`, { headers: { authorization: `Bearer ${token}` } });
}

async function list<Row>(path: string): Promise<readonly Row[]> {
  return (await (await ask(path)).json()) as readonly Row[];
}

interface Finding {
  readonly class: string;
  readonly vulnerability: { readonly id: string; readonly kev: unknown; readonly epss: unknown };
  readonly relevance: { readonly status: string };
  readonly component: { readonly direct: boolean | null };
}

describe('the demo', () => {
  it.each(Object.entries(EXPECTED))('has the versions of %s, all analyzed', async (service, expected) => {
    const versions = await list<{ name: string }>(`/service/${service}/version`);

    const found = [];
    for (const { name } of versions.toReversed()) {
      const analyses = await list<{ status: string }>(`/service/${service}/version/${name}/analysis`);
      expect(analyses[0]?.status).toMatch(/^completed/);
      const { headers } = await ask(`/service/${service}/version/${name}/finding?limit=1`);
      found.push(`${name}: ${headers.get('x-total-count')} + ${headers.get('x-hidden-count')}`);
    }

    expect(found).toEqual(expected);
  });

  it('shows every kind of finding: exploited, likely, malicious, minor, filtered, direct and transitive', async () => {
    const findings = await list<Finding>('/finding?limit=1000&relevance=relevant,deprioritized,not_relevant');

    const kinds = {
      exploited: findings.some(({ vulnerability }) => vulnerability.kev !== null),
      likely: findings.some(({ vulnerability }) => vulnerability.epss !== null),
      malicious: findings.some((finding) => finding.class === 'malicious'),
      minor: findings.some(({ relevance }) => relevance.status === 'deprioritized'),
      filtered: findings.some(({ relevance }) => relevance.status === 'not_relevant'),
    };

    expect(Object.entries(kinds).filter(([, isThere]) => !isThere)).toEqual([]);
  });

  it('has a vulnerability that was fixed and reintroduced, and a version alias that moves', async () => {
    const history = await list<{ version: { name: string }; state: string }>(
      '/service/demo-payments/cve/CVE-2021-44228/history',
    );
    const production = (await (await ask('/service/demo-shop-api/version/production')).json()) as { name: string };

    expect(history.map(({ version, state }) => `${version.name} ${state}`)).toEqual([
      'r41 open',
      'r42 absent',
      'r43 absent',
      'r44 absent',
      'r45 open',
    ]);
    expect(production.name).toBe('2.5.0');
  });

  it('is loaded only once, not again at the next start', async () => {
    await assay.end('SIGINT');
    const again = user.start([...SERVE, '--demo'], OFFLINE);
    await again.ready;

    await expect.poll(() => again.output()).toContain('Demo data is already loaded');
    await again.end('SIGINT');
  });
});
