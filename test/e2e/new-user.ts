/** The environment of a new user: a folder, a copy of the repository or only a path to it, and no Assay variables. */
import { execFile, spawn } from 'node:child_process';
import { chmod, chown, cp, mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findPostmaster } from '../../src/postgres/data-folder/postmaster-file.ts';
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
  /** Runs a shell command in the folder and returns its standard output. */
  shell(line: string, environment?: Readonly<Record<string, string>>): Promise<string>;
  /** Returns true when no database process is left and the server has shut down cleanly. */
  databaseIsGone(): Promise<boolean>;
  remove(): Promise<void>;
}

export interface NewUserOptions {
  /** The folder contains a copy of the repository with its installed packages. */
  readonly clone?: boolean;
  /** The folder is in a home directory that no other user can enter. */
  readonly closedHome?: boolean;
  /** Runs as a user other than root. */
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

/** Creates the state after `npm ci`: packages are linked instead of copied, and everything needed to start is there. */
async function cloneInto(folder: string): Promise<void> {
  // A clone contains no build output.
  const filter = (path: string): boolean => path !== join(ROOT, 'portal/dist');
  for (const name of ['bin', 'src', 'data', 'portal', 'package.json', 'tsconfig.json'])
    await cp(join(ROOT, name), join(folder, name), { recursive: true, filter });
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
}

/** Creates the file that the README recommends: the SBOM of a real project, here of Assay itself. */
export async function writeRealSbom({ folder }: NewUser): Promise<void> {
  const { stdout } = await run('npm', ['sbom', '--sbom-format', 'cyclonedx'], { cwd: ROOT, maxBuffer: 64_000_000 });
  await writeFile(join(folder, 'sbom.json'), stdout);
}

/** Returns the reason why these tests cannot run as an ordinary user, or undefined if they can. */
export async function whyNotOrdinary(): Promise<string | undefined> {
  if (process.getuid?.() !== 0) return 'the tests run as an ordinary user already';
  try {
    await run(process.execPath, ['--version'], { uid: NOBODY, gid: NOBODY, cwd: ROOT });
    return undefined;
  } catch (error) {
    return `"nobody" cannot reach the repository (${String(error)})`;
  }
}
