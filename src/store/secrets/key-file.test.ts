import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openKeyFile, parseKeys } from './key-file.ts';

const KEY = randomBytes(32).toString('base64');
let folder: string;
let path: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-key-'));
  path = join(folder, 'secret-key');
});

afterEach(async () => await rm(folder, { recursive: true }));

describe('the secret key file', () => {
  it('is created once and readable only by its owner, even when several processes start at once', async () => {
    const opened = await Promise.all([1, 2, 3, 4].map(async () => await openKeyFile(path, { generate: true })));

    expect(new Set(opened.map(({ ring }) => ring.keyIds.join())).size).toBe(1);
    expect(await readdir(folder)).toEqual(['secret-key']);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(opened[0]?.exposed).toBe(false);
  });

  it('is not created when the operator has configured a path', async () => {
    await expect(openKeyFile(path, { generate: false })).rejects.toMatchObject({ code: 'SECRET_KEY_FILE_UNUSABLE' });
    expect(await readdir(folder)).toEqual([]);
  });

  it('is reported as exposed when its mode lets others read it', async () => {
    await writeFile(path, KEY);
    await chmod(path, 0o644);

    expect((await openKeyFile(path, { generate: false })).exposed).toBe(true);
  });

  it('may contain comments, empty lines and several keys', () => {
    const other = randomBytes(32).toString('base64url');

    expect(parseKeys(`# of May\r\n${KEY}\n\n  ${other}\n`)).toEqual([
      Buffer.from(KEY, 'base64'),
      Buffer.from(other, 'base64url'),
    ]);
  });

  it.each([
    ['only a comment', '# remark\n', 'it contains no key'],
    ['a short key', `${KEY}\nAAAA\n`, 'line 2 is not a valid key'],
    ['words', 'correct horse battery staple\n', 'line 1 is not a valid key'],
  ])('is rejected with %s, without quoting its content', (_, text, problem) => {
    expect(() => parseKeys(text)).toThrow(problem);
  });

  it.each([
    ['a folder', ''],
    ['something large', 'x'.repeat(70_000)],
  ])('is rejected when it is %s', async (_, text) => {
    if (text !== '') await writeFile(path, text);

    await expect(openKeyFile(text === '' ? folder : path, { generate: true })).rejects.toMatchObject({
      code: 'SECRET_KEY_FILE_UNUSABLE',
    });
  });
});
