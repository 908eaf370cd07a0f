/** What a new user has: a folder, a copy of the repository or only the way to it, and no variable of Assay's set. */
import { execFile, spawn } from 'node:child_process';
import { chmod, chown, cp, mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findPostmaster } from '../../src/postgres/postmaster-file.ts';
import { followAssay, type AssayProcess } from '../support/assay-process.ts';
import { listServerProcesses, until } from '../support/server-processes.ts';

const ROOT = join(import.meta.dirname, '../..');
export const SERVE = [process.execPath, join(ROOT, 'bin/assay.mjs'), 'serve'];
export const NPM_START = ['npm', 'start'];
const NOBODY = 65_534;
const run = promisify(execFile);

export interface NewUser {
  readonly folder: string;
  start(command: readonly string[], environment?: Readonly<Record<string, string>>): AssayProcess;
  /** A line of a shell in the folder; its standard output. */
  shell(line: string, environment?: Readonly<Record<string, string>>): Promise<string>;
  /** No process of the database is left, and it said goodbye. */
  databaseIsGone(): Promise<boolean>;
  remove(): Promise<void>;
}

export interface NewUserOptions {
  /** A copy of the repository is in the folder, with its installed packages. */
  readonly clone?: boolean;
  /** The folder lies in a home that nobody else may enter. */
  readonly closedHome?: boolean;
  /** Not root. */
  readonly ordinary?: boolean;
}

export async function aNewUser({ clone, closedHome, ordinary }: NewUserOptions = {}): Promise<NewUser> {
  const home = await realpath(await mkdtemp(join(tmpdir(), 'assay-user-')));
  const folder = join(home, 'work');
  await mkdir(folder);
  if (clone === true) await cloneInto(folder);
  await chmod(home, closedHome === true ? 0o700 : 0o755);
  if (ordinary === true) for (const path of [home, folder]) await chown(path, NOBODY, NOBODY);

  const user = ordinary === true ? { uid: NOBODY, gid: NOBODY } : {};
  const basis = { PATH: process.env['PATH'], HOME: home };
  const running = new Set<AssayProcess>();
  return {
    folder,
    start: ([command = '', ...parameters], environment = {}) => {
      const assay = followAssay(
        spawn(command, parameters, {
          ...user,
          cwd: folder,
          detached: true,
          stdio: ['ignore', 'pipe', 'pipe'],
          env: { ...basis, ASSAY_PORT: '0', ...environment },
        }),
      );
      running.add(assay);
      void assay.exited.then(() => running.delete(assay));
      return assay;
    },
    shell: async (line, environment = {}) => {
      const { stdout } = await run('/bin/sh', ['-c', line], { cwd: folder, env: { ...basis, ...environment } });
      return stdout;
    },
    databaseIsGone: async () =>
      (await listServerProcesses(folder)).length === 0 &&
      (await findPostmaster(join(folder, '.assay/pg'))) === undefined &&
      (await readFile(join(folder, '.assay/pg/postmaster.pid')).catch(() => undefined)) === undefined,
    remove: async () => {
      for (const assay of running) await assay.end('SIGKILL');
      await until(async () => (await listServerProcesses(folder)).length === 0);
      await rm(home, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

/** As after `npm ci`: packages are linked instead of copied, everything that starts is there. */
async function cloneInto(folder: string): Promise<void> {
  // What was built here is in no clone.
  const filter = (path: string): boolean => path !== join(ROOT, 'portal/dist');
  for (const name of ['bin', 'src', 'data', 'portal', 'package.json', 'tsconfig.json'])
    await cp(join(ROOT, name), join(folder, name), { recursive: true, filter });
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
}

/** What the README advises: the SBOM of a real project, here of Assay itself. */
export async function writeRealSbom({ folder }: NewUser): Promise<void> {
  const { stdout } = await run('npm', ['sbom', '--sbom-format', 'cyclonedx'], { cwd: ROOT, maxBuffer: 64_000_000 });
  await writeFile(join(folder, 'sbom.json'), stdout);
}

/** Why an ordinary user cannot be tried here; undefined when it can. */
export async function whyNotOrdinary(): Promise<string | undefined> {
  if (process.getuid?.() !== 0) return 'the tests run as an ordinary user already';
  try {
    await run(process.execPath, ['--version'], { uid: NOBODY, gid: NOBODY, cwd: ROOT });
    return undefined;
  } catch (error) {
    return `"nobody" cannot reach the repository (${String(error)})`;
  }
}
