/**
 * The shell steps of the CI integrations, run as their runners run them, against a live Assay and a stand-in for the API in which
 * GitHub, GitLab and Azure keep comments. The steps that generate an SBOM are replaced by a file.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json, text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parseAllDocuments, parse } from 'yaml';
import { aCycloneDx } from '../../support/documents.ts';
import { startMirroredAssay } from '../../support/mirrored-assay.ts';
import type { TestAssay } from '../../support/test-assay.ts';

const INTEGRATIONS = join(import.meta.dirname, '../../../integrations');
const SCRIPT = join(INTEGRATIONS, 'github/assay.sh');

const RECORD = {
  id: 'GHSA-0000-0000-0001',
  modified: '2026-11-01T00:00:00Z',
  aliases: ['CVE-2026-0001'],
  summary: 'Command injection in left-lib',
  database_specific: { severity: 'HIGH' },
  affected: [
    {
      package: { ecosystem: 'npm', name: 'left-lib' },
      ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }, { fixed: '2.0.0' }] }],
    },
  ],
};

let assay: TestAssay;
let forge: Forge;
let folder: string;
beforeAll(async () => {
  assay = await startMirroredAssay([RECORD]);
  forge = await startForge();
}, 120_000);
afterAll(async () => {
  forge.server.close();
  await assay.stop();
});
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-pipeline-'));
  forge.comments.clear();
  forge.calls.length = 0;
  return () => rmSync(folder, { recursive: true, force: true });
});

interface Forge {
  readonly server: Server;
  readonly url: string;
  /** Bodies by the path of the comment. */
  readonly comments: Map<string, string>;
  readonly calls: string[];
}

/** Keeps comments of all three forges: lists them, creates one, and replaces one. */
async function startForge(): Promise<Forge> {
  const comments = new Map<string, string>();
  const calls: string[] = [];
  let nextId = 7;
  const server = createServer((request, response) => {
    void answer(request).then(({ status, body }) => response.writeHead(status).end(JSON.stringify(body)));
  });
  async function answer(request: IncomingMessage): Promise<{ readonly status: number; readonly body: unknown }> {
    const { method = '', url = '' } = request;
    const [path = ''] = url.split('?');
    calls.push(`${method} ${path} ${String(request.headers.authorization ?? request.headers['private-token'] ?? '')}`);
    const list = [...comments].map(([id, body]) => ({ id: Number(id), body, comments: [{ id: 1, content: body }] }));
    if (method === 'GET') return { status: 200, body: path.endsWith('/threads') ? { value: list } : list };
    const sent = (await json(request)) as { body?: string; content?: string; comments?: { content: string }[] };
    const body = sent.body ?? sent.content ?? sent.comments?.[0]?.content ?? '';
    const id = method === 'POST' ? String((nextId += 1)) : (/(\d+)(?:\/comments\/1)?$/.exec(path)?.[1] ?? '');
    if (method !== 'POST' && !comments.has(id)) return { status: 404, body: { message: 'Not Found' } };
    comments.set(id, body);
    return { status: method === 'POST' ? 201 : 200, body: { id } };
  }
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, comments, calls };
}

interface StepResult {
  readonly code: number | null;
  readonly output: string;
}

async function runStep(script: string, environment: Readonly<Record<string, string>>): Promise<StepResult> {
  const child = spawn('bash', ['-eo', 'pipefail', '-c', script], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], ...environment },
  });
  const [output, errors, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit') as Promise<[number | null]>,
  ]);
  return { code, output: `${output}${errors}` };
}

function writeSbom(version: string): void {
  const library = { type: 'library', name: 'left-lib', version, purl: `pkg:npm/left-lib@${version}` };
  writeFileSync(join(folder, 'assay-sbom.json'), JSON.stringify(aCycloneDx({ components: [library] })));
}

interface Pipeline {
  readonly name: string;
  /** Runs the step that uploads and gates. */
  readonly run: (settings: { readonly service: string; readonly version: string }) => Promise<StepResult>;
  readonly comments: boolean;
}

const GITHUB: Pipeline = {
  name: 'the GitHub Action',
  comments: true,
  run: async ({ service, version }) => {
    const action = parse(readFileSync(join(INTEGRATIONS, 'github/action.yml'), 'utf8')) as {
      readonly inputs: Readonly<Record<string, { readonly default?: string }>>;
      readonly runs: {
        readonly steps: readonly { readonly run?: string; readonly env?: Readonly<Record<string, string>> }[];
      };
    };
    const given: Readonly<Record<string, string>> = {
      url: assay.url,
      token: assay.token,
      service,
      version,
      'github-token': 'forge-token',
    };
    const step = action.runs.steps.find(({ run }) => run !== undefined);
    const inputs = (name: string): string => given[name] ?? action.inputs[name]?.default ?? '';
    const environment = Object.fromEntries(
      Object.entries(step?.env ?? {}).map(([name, value]) => [name, evaluateExpression(value, inputs)]),
    );
    writeFileSync(join(folder, 'event.json'), JSON.stringify({ pull_request: { number: 12 } }));
    return await runStep(step?.run ?? 'exit 9', {
      ...environment,
      GITHUB_ACTION_PATH: join(INTEGRATIONS, 'github'),
      GITHUB_API_URL: forge.url,
      GITHUB_REPOSITORY: 'team/api',
      GITHUB_EVENT_PATH: join(folder, 'event.json'),
      GITHUB_STEP_SUMMARY: join(folder, 'summary.md'),
      GITHUB_OUTPUT: join(folder, 'output'),
      GITHUB_HEAD_REF: 'feature/x',
    });
  },
};

/** The few forms of expressions that the action uses. */
function evaluateExpression(value: string, inputs: (name: string) => string): string {
  const expression = /^\$\{\{ (.*) \}\}$/.exec(value)?.[1];
  if (expression === undefined) return value;
  const plain = /^inputs\.([a-z-]+)$/.exec(expression)?.[1];
  if (plain !== undefined) return inputs(plain);
  const orElse = /^inputs\.([a-z-]+) \|\| '([^']*)'$/.exec(expression);
  if (orElse !== null) return inputs(orElse[1] ?? '') || (orElse[2] ?? '');
  const choice = /^inputs\.([a-z-]+) == '([^']*)' && '([^']*)' \|\| '([^']*)'$/.exec(expression);
  if (choice === null) throw new Error(`The test does not know the expression ${expression}.`);
  return (inputs(choice[1] ?? '') === choice[2] ? choice[3] : choice[4]) ?? '';
}

const GITLAB: Pipeline = {
  name: 'the GitLab component',
  comments: true,
  run: async ({ service, version }) => {
    const [specification, jobs] = readGitlab();
    const given: Readonly<Record<string, string>> = { url: assay.url, service, version };
    const fill = (value: string): string =>
      value.replaceAll(/\$\[\[ inputs\.([a-z_]+) \]\]/g, (_, name: string) => {
        return given[name] ?? specification.spec.inputs[name]?.default ?? '';
      });
    const { variables, script } = jobs['assay-gate'];
    return await runStep(script.map(fill).join('\n').replaceAll('/tmp/assay.sh', join(folder, 'assay.sh')), {
      ...Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, fill(value)])),
      ASSAY_TOKEN: assay.token,
      ASSAY_GITLAB_TOKEN: 'forge-token',
      CI_API_V4_URL: forge.url,
      CI_PROJECT_ID: '5',
      CI_MERGE_REQUEST_IID: '12',
      CI_COMMIT_REF_NAME: 'feature/x',
    });
  },
};

type GitlabDocuments = readonly [
  { readonly spec: { readonly inputs: Readonly<Record<string, { readonly default?: string }>> } },
  {
    readonly 'assay-gate': { readonly variables: Readonly<Record<string, string>>; readonly script: readonly string[] };
  },
];

function readGitlab(): GitlabDocuments {
  const documents = parseAllDocuments(readFileSync(join(INTEGRATIONS, 'gitlab/templates/assay.yml'), 'utf8'));
  return documents.map((document) => document.toJS() as unknown) as unknown as GitlabDocuments;
}

const AZURE: Pipeline = {
  name: 'the Azure pipeline',
  comments: true,
  run: async ({ service, version }) => {
    const pipeline = parse(readFileSync(join(INTEGRATIONS, 'azure/azure-pipelines.yml'), 'utf8')) as {
      readonly steps: readonly { readonly bash: string; readonly env?: Readonly<Record<string, string>> }[];
    };
    const step = pipeline.steps.find(({ env }) => env?.['ASSAY_TOKEN'] !== undefined);
    copyScript();
    return await runStep(step?.bash ?? 'exit 9', {
      ...step?.env,
      ASSAY_URL: assay.url,
      ASSAY_TOKEN: assay.token,
      ASSAY_SERVICE: service,
      ASSAY_VERSION: version,
      SYSTEM_ACCESSTOKEN: 'forge-token',
      SYSTEM_COLLECTIONURI: `${forge.url}/`,
      SYSTEM_TEAMPROJECT: 'Team One',
      BUILD_REPOSITORY_ID: 'r1',
      SYSTEM_PULLREQUEST_PULLREQUESTID: '12',
    });
  },
};

const JENKINS: Pipeline = {
  name: 'the Jenkins pipeline',
  comments: false,
  run: async ({ service, version }) => {
    const step = /sh '''([\s\S]*?)'''/.exec(readFileSync(join(INTEGRATIONS, 'jenkins/Jenkinsfile'), 'utf8'))?.[1];
    copyScript();
    return await runStep(step ?? 'exit 9', {
      ASSAY_URL: assay.url,
      ASSAY_TOKEN: assay.token,
      ASSAY_SERVICE: service,
      ASSAY_VERSION: version,
      ASSAY_SBOM: 'assay-sbom.json',
    });
  },
};

function copyScript(): void {
  mkdirSync(join(folder, 'ci'), { recursive: true });
  cpSync(SCRIPT, join(folder, 'ci/assay.sh'));
}

describe.each([GITHUB, GITLAB, AZURE, JENKINS])('$name', ({ name, run, comments }) => {
  it('passes, fails on what a change introduces, and keeps one comment up to date', async () => {
    const service = `team/${name} ü`;
    writeSbom('2.0.0');
    const first = await run({ service, version: '1' });
    writeSbom('1.0.0');
    const second = await run({ service, version: '2' });
    const third = await run({ service, version: '3' });

    expect([first.code, first.output]).toEqual([0, expect.stringContaining('Gate: pass')]);
    expect([second.code, second.output]).toEqual([3, expect.stringContaining('Gate: fail')]);
    // The finding is not new any more.
    expect([third.code, third.output]).toEqual([0, expect.stringContaining('Gate: pass')]);
    expect(readFileSync(join(folder, 'assay-report.md'), 'utf8')).toContain('**Assay: pass**');
    const [body, ...others] = forge.comments.values();
    expect(others).toEqual([]);
    if (!comments) return;
    expect(body).toMatch(/^<!-- assay:team%2F/);
    expect(body).toContain('**Assay: pass**');
    const methods = forge.calls.map((call) => call.split(' ')[0]);
    expect(methods.filter((method) => method === 'POST')).toHaveLength(1);
    expect(methods.filter((method) => method === 'PATCH' || method === 'PUT')).toHaveLength(2);
    expect(forge.calls.every((call) => call.endsWith('forge-token'))).toBe(true);
  }, 120_000);
});

describe('the GitHub Action', () => {
  it('writes the summary and its outputs', async () => {
    writeSbom('1.0.0');
    const { code } = await GITHUB.run({ service: 'outputs', version: '1' });

    expect(code).toBe(3);
    expect(readFileSync(join(folder, 'output'), 'utf8')).toBe('result=fail\nreport=assay-report.md\n');
    expect(readFileSync(join(folder, 'summary.md'), 'utf8')).toContain('CVE-2026-0001');
  }, 60_000);
});

describe('assay.sh', () => {
  const settings = (more: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> => ({
    ASSAY_URL: assay.url,
    ASSAY_TOKEN: assay.token,
    ASSAY_SERVICE: 'errors',
    ASSAY_VERSION: '1',
    ASSAY_SBOM: 'assay-sbom.json',
    ...more,
  });

  it('is the same in the GitLab component', () => {
    const [, { 'assay-gate': job }] = readGitlab();
    const here = /<<'ASSAY_SCRIPT'\n([\s\S]*)ASSAY_SCRIPT\n$/.exec(job.script[0] ?? '')?.[1];

    expect(here).toBe(readFileSync(SCRIPT, 'utf8'));
  });

  it('explains what is missing or rejected, and never prints the token', async () => {
    writeFileSync(join(folder, 'assay-sbom.json'), '{}');
    const rejected = await runStep(`bash ${SCRIPT}`, settings());
    const missing = await runStep(`bash ${SCRIPT}`, settings({ ASSAY_SBOM: 'none.json' }));
    const unauthorized = await runStep(`bash ${SCRIPT}`, settings({ ASSAY_TOKEN: 'asy_wrong' }));
    const incomplete = await runStep(`bash ${SCRIPT}`, { ...settings(), ASSAY_SERVICE: '' });

    expect(rejected).toMatchObject({
      code: 1,
      output: expect.stringContaining('rejected (400): Unknown SBOM format') as string,
    });
    expect(missing).toMatchObject({
      code: 1,
      output: expect.stringContaining('none.json is missing or empty') as string,
    });
    expect(unauthorized).toMatchObject({ code: 1, output: expect.stringContaining('(401)') as string });
    expect(incomplete).toMatchObject({ code: 1, output: expect.stringContaining('Set ASSAY_SERVICE') as string });
    for (const { output } of [rejected, missing, unauthorized]) expect(output).not.toContain(assay.token);
    expect(existsSync(join(folder, 'assay-report.md'))).toBe(false);
  }, 60_000);

  it('does not fail the build when the comment cannot be written', async () => {
    writeSbom('2.0.0');
    const { code, output } = await runStep(
      `bash ${SCRIPT}`,
      settings({
        ASSAY_COMMENT: 'github',
        ASSAY_PULL_REQUEST: '1',
        GITHUB_REPOSITORY: 'a/b',
        GITHUB_API_URL: `${assay.url}/nowhere`,
        GITHUB_TOKEN: 'x',
      }),
    );

    expect([code, output]).toEqual([0, expect.stringContaining('the comment was not written')]);
  }, 60_000);
});
