/**
 * The file with the keys of sealed secrets: one key per line, 32 bytes in base64, newest last. In the data folder it is created
 * at the first start. A file that the operator configured must exist, because several processes share it and must not each create
 * their own.
 */
import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { messageOf } from '../../core/errors.ts';
import { SECRET_KEY_FILE_UNUSABLE } from './errors.ts';
import { createKeyRing, KEY_BYTES, type KeyRing } from './key-ring.ts';

export interface KeyFile {
  readonly path: string;
  readonly ring: KeyRing;
  /** Whether users other than its owner may read or change it. */
  readonly exposed: boolean;
}

const FILE_NAME = 'secret-key';
const FILE_BYTES_MAX = 64 * 1024;
const OTHERS = 0o007;

export function toKeyFilePath(config: {
  readonly secretKeyFile: string | undefined;
  readonly dataDir: string;
}): string {
  return config.secretKeyFile ?? join(config.dataDir, FILE_NAME);
}

/** `generate` allows creating the file. When several processes start at once, all end up with the same file. */
export async function openKeyFile(path: string, { generate }: { readonly generate: boolean }): Promise<KeyFile> {
  try {
    if (generate && !(await exists(path))) await generateFile(path);
    const { mode, size } = await stat(path);
    if (size > FILE_BYTES_MAX) throw new Error('the file is too large');
    const ring = createKeyRing(parseKeys(await readFile(path, 'utf8')));
    return { path, ring, exposed: (mode & OTHERS) !== 0 };
  } catch (error) {
    const problem = messageOf(error);
    throw SECRET_KEY_FILE_UNUSABLE({ path, problem }, { cause: error });
  }
}

const KEY = /^[A-Za-z0-9+/_-]{43}=?$/;

/** Lines that start with `#` are comments. Error messages never quote a line of the file. */
export function parseKeys(text: string): Buffer[] {
  const lines = text.split('\n').map((line) => line.trim());
  const keys = lines.flatMap((line, index) => {
    if (line === '' || line.startsWith('#')) return [];
    if (!KEY.test(line)) throw new Error(`line ${index + 1} is not a valid key`);
    return [Buffer.from(line, 'base64')];
  });
  if (keys.length === 0) throw new Error('it contains no key');
  return keys;
}

/**
 * Writes a draft and links it when it is complete, so that a partial file is never read. Of two processes that start at once, one
 * wins.
 */
async function generateFile(path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const draft = join(dirname(path), `.${FILE_NAME}-${randomBytes(6).toString('hex')}`);
  const file = await open(draft, 'wx', 0o600);
  try {
    await file.writeFile(`${randomBytes(KEY_BYTES).toString('base64')}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  try {
    await link(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

async function exists(path: string): Promise<boolean> {
  return await stat(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false;
      throw error;
    },
  );
}
