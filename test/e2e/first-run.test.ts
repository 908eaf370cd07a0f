/** The first run of Assay as a new user sees it: an empty folder, one command, and the output in the terminal. */
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { newTokenSecret } from '../../src/access/secrets.ts';
import type { AssayProcess } from '../support/assay-process.ts';
import {
  aNewUser,
  NPM_START,
  SERVE,
  whyNotOrdinary,
  writeRealSbom,
  type NewUser,
  type NewUserOptions,
} from './new-user.ts';

const TOKEN = /asy_[a-z0-9]{12}_[A-Za-z0-9_-]{43}/;
const CURL = /^ {2}(curl .*\n(?: {7}.*\n)+)/m;
const hasCurl = spawnSync('curl', ['--version']).status === 0;
if (!hasCurl) console.warn('The printed upload is sent in another way: this machine has no curl.');
const users: NewUser[] = [];

async function meet(options?: NewUserOptions): Promise<NewUser> {
  const user = await aNewUser(options);
  users.push(user);
  return user;
}

afterEach(async () => {
  for (const user of users.splice(0)) await user.remove();
});

function secretsIn(output: string): { readonly password: string; readonly token: string } {
  const password = /^ {2}Password {2}(\S+)$/m.exec(output)?.[1];
  const token = TOKEN.exec(output)?.[0];
  if (password === undefined || token === undefined) throw new Error(`No secrets are printed:\n${output}`);
  return { password, token };
}

/** Runs the printed command exactly as the terminal shows it. */
async function runPrintedCurl(user: NewUser, output: string): Promise<{ status: string; body: string }> {
  const line = CURL.exec(output)?.[1]?.trim();
  if (line === undefined) throw new Error(`No curl line is printed:\n${output}`);
  if (!hasCurl) return await sendWithoutCurl(user, line);
  const answer = await user.shell(line.replace(/^curl /, 'curl -sS -w "\\n%{http_code}" '));
  const [status = '', ...body] = answer.split('\n').toReversed();
  return { status, body: body.toReversed().join('\n') };
}

async function sendWithoutCurl({ folder }: NewUser, line: string): Promise<{ status: string; body: string }> {
  const headers = { authorization: `Bearer ${TOKEN.exec(line)?.[0]}`, 'content-type': 'application/json' };
  const body = await readFile(join(folder, 'sbom.json'));
  const answer = await fetch(/http:[^"]+/.exec(line)?.[0] ?? '', { method: 'POST', headers, body });
  return { status: String(answer.status), body: await answer.text() };
}

async function listVersions(url: string, token: string): Promise<unknown> {
  const answer = await fetch(`${url}/api/v2/service/my-service/version`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return await answer.json();
}

async function measure(what: string, assay: AssayProcess): Promise<string> {
  const start = performance.now();
  const url = await assay.ready;
  console.log(`${what}: ready after ${((performance.now() - start) / 1000).toFixed(2)} s`);
  return url;
}

const USERS: readonly [string, NewUserOptions, readonly string[]][] = [
  ['in an empty folder with the program elsewhere', {}, SERVE],
  ['in a clone, with npm start', { clone: true }, NPM_START],
  ['in a clone below a closed home folder', { clone: true, closedHome: true }, NPM_START],
];

describe('the first run', () => {
  it.each(USERS)('works %s', async (name, options, command) => {
    const user = await meet(options);
    await writeRealSbom(user);

    const first = user.start(command);
    const url = await measure(`first start ${name}`, first);
    const { token, password } = secretsIn(first.output());
    const upload = await runPrintedCurl(user, first.output());

    expect(first.output()).toContain(`\n  Portal         ${url}/\n  API reference  ${url}/api/docs\n`);
    expect(first.output()).toMatch(/^ {2}E-mail {4}owner@localhost$/m);
    expect(upload).toMatchObject({ status: '200', body: expect.stringContaining('"sha256"') as string });
    expect(await listVersions(url, token)).toMatchObject([{ name: '1.0.0' }]);

    await first.end('SIGINT');
    await expect.poll(() => first.output()).toContain('Assay stopped.');
    expect(await user.databaseIsGone()).toBe(true);

    const second = user.start(command);
    const secondUrl = await measure(`second start ${name}`, second);
    expect(await listVersions(secondUrl, token)).toMatchObject([{ name: '1.0.0' }]);
    for (const text of [token, password, 'First start', 'Password']) expect(second.output()).not.toContain(text);
    await second.end('SIGINT');
    expect(await user.databaseIsGone()).toBe(true);
  });

  it('works as an ordinary user', async ({ skip }) => {
    const reason = await whyNotOrdinary();
    if (reason !== undefined) {
      console.log(`The first run as an ordinary user is not tested: ${reason}.`);
      skip(reason);
    }
    const user = await meet({ ordinary: true, closedHome: true });
    await writeRealSbom(user);

    const assay = user.start(SERVE);
    await assay.ready;

    expect(await runPrintedCurl(user, assay.output())).toMatchObject({ status: '200' });
    expect(await assay.end('SIGINT')).toEqual({ code: 0, signal: null });
    expect(await user.databaseIsGone()).toBe(true);
  });

  it('prints no secret that was passed to it', async () => {
    const user = await meet();
    const { text: token } = newTokenSecret();
    const password = 'a password of the operator';

    const assay = user.start(SERVE, {
      ASSAY_BOOTSTRAP_TOKEN: token,
      ASSAY_OWNER_EMAIL: 'first-owner@example.com',
      ASSAY_OWNER_PASSWORD: password,
      ASSAY_LOG_LEVEL: 'trace',
    });
    const url = await assay.ready;

    expect(await listVersions(url, token)).toMatchObject({ code: 'SERVICE_UNKNOWN' });
    expect(assay.output()).toContain('first-owner@example.com');
    expect(assay.output()).not.toMatch(TOKEN);
    for (const text of [token, token.slice(17), password]) expect(assay.output()).not.toContain(text);
  });

  it('takes any free port when asked to, and prints which', async () => {
    const user = await meet();

    const url = new URL(await user.start(SERVE, { ASSAY_PORT: '0' }).ready);

    expect(Number(url.port)).toBeGreaterThan(0);
    expect((await fetch(new URL('/readyz', url))).status).toBe(200);
  });

  it('reports in one line that the port is in use, and keeps the secrets for the next start', async () => {
    const user = await meet();
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const port = String((other.address() as AddressInfo).port);

    const refused = user.start(SERVE, { ASSAY_PORT: port });
    const exit = await refused.exited;
    other.close();

    expect(exit).toEqual({ code: 1, signal: null });
    await expect
      .poll(() => refused.output())
      .toBe(
        `Assay cannot listen on 127.0.0.1, port ${port}: another program uses port ${port}. Set ASSAY_PORT to a free port, or to 0 for any free port.\n`,
      );
    expect(await user.databaseIsGone()).toBe(true);
    const next = user.start(SERVE, { ASSAY_PORT: port });
    await next.ready;
    expect(secretsIn(next.output()).token).toMatch(TOKEN);
  });

  it('rejects a second start in the same folder in one line', async () => {
    const user = await meet();
    const first = user.start(SERVE);
    await first.ready;

    const second = user.start(SERVE);

    expect(await second.exited).toEqual({ code: 1, signal: null });
    await expect
      .poll(() => second.output())
      .toMatch(/^Another Assay process uses this data folder \(pid [0-9]+\)\. [^\n]+\n$/);
  });

  it('reports a configuration error in one line, and creates nothing', async () => {
    const user = await meet();

    const assay = user.start(SERVE, { ASSAY_PORT: '99999', ASSAY_ROLE: 'boss' });

    expect(await assay.exited).toEqual({ code: 1, signal: null });
    await expect.poll(() => assay.output()).toMatch(/^Invalid configuration: ASSAY_PORT [^\n]+ ASSAY_ROLE [^\n]+\n$/);
    expect(await readdir(user.folder)).toEqual([]);
  });
});
