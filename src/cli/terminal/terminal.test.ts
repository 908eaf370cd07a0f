/** Client commands as a user sees them on a terminal, against a server that fails on purpose. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aCycloneDx } from '../../../test/support/documents.ts';
import { runAssay } from '../../../test/support/run-assay.ts';
import { hasTerminal, runInTerminal, type TerminalResult } from '../../../test/support/run-in-terminal.ts';

const RED = '\u001b[31m';
const CLEAR_LINE = '\r\u001b[K';
const NOT_FOUND = { errorMessage: 'Unknown path.', code: 'PATH_UNKNOWN', requestId: 'r0' };

type Handler = (request: { readonly number: number }, response: ServerResponse) => void;

function send(response: ServerResponse, status: number, body: object, headers = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

/** The members of a receipt that the command uses. */
function aReceipt(id: number): object {
  return {
    id: String(id),
    serviceId: 's',
    versionId: 'v',
    versionName: '1',
    deduplicated: false,
    supersedes: null,
    warnings: [],
  };
}

describe.runIf(hasTerminal)('the command line on a terminal', { timeout: 120_000 }, () => {
  let folder: string;
  let server: Server;
  let handle: Handler;
  let environment: Record<string, string>;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'assay-terminal-'));
    for (const name of ['a', 'b', 'c']) await writeFile(join(folder, `${name}.cdx.json`), JSON.stringify(aCycloneDx()));
  });
  afterAll(async () => await rm(folder, { recursive: true, force: true }));

  beforeEach(async () => {
    let number = 0;
    handle = (_request, response) => send(response, 404, NOT_FOUND);
    server = createServer((request, response) => {
      void buffer(request).then(() => {
        number += 1;
        handle({ number }, response);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    environment = { ASSAY_URL: `http://127.0.0.1:${port}`, ASSAY_TOKEN: 'asy_token' };
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  const UPLOAD = ['upload', '--service', 'shop', '--version', '1', '--git', 'off'];
  const show = async (parameters: readonly string[], interruptAt?: string): Promise<TerminalResult> =>
    await runInTerminal(parameters, { folder, environment, ...(interruptAt !== undefined && { interruptAt }) });

  it('shows the progress of a long upload in one line that is removed at the end', async () => {
    handle = ({ number }, response) => void setTimeout(() => send(response, 200, aReceipt(number)), 1_500);

    const { code, screen } = await show([...UPLOAD, '.', '--parallel', '1']);

    expect(code).toBe(0);
    expect(screen).toContain(`${CLEAR_LINE}Uploading: 1 of 3 files`);
    expect(screen).toContain(`${CLEAR_LINE}RESULT    FILE`);
    expect(screen.endsWith('3 files: 3 uploaded.\n')).toBe(true);
  });

  it('stops an upload with Ctrl-C, and says how to continue', async () => {
    handle = ({ number }, response) => {
      if (number === 1) send(response, 200, aReceipt(number));
    };

    const { code, screen } = await show([...UPLOAD, '.', '--parallel', '1'], 'Uploading: 1 of 3');

    expect(code).toBe(130);
    expect(screen).toContain(
      'Interrupted: 1 of 3 files were uploaded. Run the command again: files that were uploaded before change nothing.\n',
    );
  });

  it('waits as long as the server asks after a 429, and says so', async () => {
    const limited = { errorMessage: 'Upload limit reached.', code: 'RATE_LIMITED', requestId: 'r1' };
    handle = ({ number }, response) =>
      number === 1 ? send(response, 429, limited, { 'retry-after': '1' }) : send(response, 200, aReceipt(number));

    const { code, screen } = await show([...UPLOAD, 'a.cdx.json']);

    expect(code).toBe(0);
    expect(screen).toContain('Upload limit reached. (status 429, request r1) Retrying in 1 s.\n');
    expect(screen).toContain('1 file: 1 uploaded.\n');
  });

  it('says that the token is wrong, without a retry', async () => {
    const refused = { errorMessage: 'The token is not valid.', code: 'UNAUTHENTICATED', requestId: 'r2' };
    let requests = 0;
    handle = (_request, response) => {
      requests += 1;
      send(response, 401, refused);
    };

    const { code, screen } = await show(['status']);

    expect([code, screen, requests]).toEqual([1, 'The token is not valid. (status 401, request r2)\n', 1]);
  });

  it('says that the server does not respond in time', async () => {
    handle = () => {};

    const { code, screen } = await show([...UPLOAD, 'a.cdx.json', '--timeout', '1', '--retries', '0']);

    expect(code).toBe(1);
    expect(screen).toContain('no response within 1 seconds. Check ASSAY_URL and that Assay is running.\n');
  });

  it('retries a server that is down, and then gives up', async () => {
    environment['ASSAY_URL'] = 'http://127.0.0.1:9';

    const { code, screen } = await show([...UPLOAD, '.', '--retries', '1', '--parallel', '1']);

    expect(code).toBe(1);
    expect(screen.match(/Retrying in 1 s\.\n/g)?.length).toBe(1);
    expect(screen.match(/Cannot reach Assay at "http:\/\/127\.0\.0\.1:9"/g)?.length).toBe(2);
  });

  it('colors a table on a terminal only', async () => {
    const finding = {
      id: '1',
      vulnerability: 'CVE-1',
      severity: 'high',
      class: 'vulnerability',
      package: 'a',
      version: '1',
      fixable: true,
    };
    const counts = { failing: 1, open: 1, accepted: 0 };
    handle = (_request, response) => send(response, 200, { result: 'fail', reasons: [], findings: [finding], counts });
    const line = ['gate', 'shop', '1'];

    const colored = await show(line);
    environment['NO_COLOR'] = '1';
    const plain = await show(line);
    const piped = await runAssay(line, { folder, environment });

    expect(colored).toEqual({ code: 3, screen: expect.stringContaining(`${RED}high\u001b[0m`) as string });
    expect(plain.screen).toBe(piped.stdout);
    expect(piped).toEqual({
      code: 3,
      stderr: '',
      stdout: [
        'SEVERITY  VULNERABILITY  PACKAGE  VERSION  FIX',
        'high      CVE-1          a        1        available',
        '',
        'Gate failed for shop 1: 1 finding of 1.',
        '',
      ].join('\n'),
    });
  });

  it('fits a table to the width of the terminal', async () => {
    const items = [{ name: 'n'.repeat(120), latestVersion: null }];
    handle = (_request, response) => send(response, 200, items);

    const { screen } = await show(['service', 'list']);

    for (const row of screen.split('\n')) expect(row.length).toBeLessThanOrEqual(100);
    expect(screen).toContain('n…');
  });
});
