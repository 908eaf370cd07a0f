import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { handOverCredentials } from './describe-start.ts';

const FIRST_START = {
  ownerEmail: 'owner@localhost',
  generatedPassword: 'a-password',
  generatedToken: 'asy_token',
};
const STARTED = { url: 'http://127.0.0.1:8080', firstStart: FIRST_START };

let dataDir: string;
let shown: Record<'stdout' | 'stderr', string>;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'assay-start-'));
  shown = { stdout: '', stderr: '' };
});
afterEach(async () => {
  await rm(dataDir, { recursive: true });
});

function streams(terminals: readonly ('stdout' | 'stderr')[]) {
  const open = (name: 'stdout' | 'stderr') => ({
    isTTY: terminals.includes(name),
    write: (text: string) => void (shown[name] += text),
  });
  return { stdout: open('stdout'), stderr: open('stderr') };
}

describe('handOverCredentials', () => {
  it('shows them on the terminal, with an upload to copy', async () => {
    const text = await handOverCredentials(STARTED, { dataDir }, streams(['stdout', 'stderr']));

    expect(text).toMatch(/^ {2}Password {2}a-password$/m);
    expect(text).toContain('curl -H "Authorization: Bearer asy_token"');
    expect(await readdir(dataDir)).toEqual([]);
  });

  it('shows them on the standard error when only that is a terminal', async () => {
    const text = await handOverCredentials(STARTED, { dataDir }, streams(['stderr']));

    expect(text).toBe('');
    expect(shown.stderr).toContain('asy_token');
    expect(await readdir(dataDir)).toEqual([]);
  });

  it('keeps them out of piped output, in a file for its owner alone', async () => {
    const text = await handOverCredentials(STARTED, { dataDir }, streams([]));
    const path = join(dataDir, 'first-start.txt');

    expect(text).toContain(path);
    for (const secret of ['a-password', 'asy_token']) expect(`${text}${shown.stderr}`).not.toContain(secret);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await readFile(path, 'utf8')).toMatch(/Password {2}a-password\n.*Token {5}asy_token\n/s);
  });

  it('says nothing secret where the operator chose the credentials, and nothing at a later start', async () => {
    const firstStart = { ...FIRST_START, generatedPassword: undefined, generatedToken: undefined };
    const given = await handOverCredentials({ ...STARTED, firstStart }, { dataDir }, streams([]));
    const later = await handOverCredentials({ ...STARTED, firstStart: undefined }, { dataDir }, streams([]));

    expect(given).toBe('First start. An organization with its owner was created.\n  E-mail    owner@localhost\n\n');
    expect(later).toBe('');
    expect(await readdir(dataDir)).toEqual([]);
  });
});
