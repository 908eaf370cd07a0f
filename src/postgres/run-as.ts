/** As whom PostgreSQL's programs run, in the words of `spawn`. Which way is taken is decided in `start-as-root.ts`. */

export type RootMode = 'namespace' | 'user';

export interface RunAs {
  readonly mode: RootMode | 'self';
  /** Who owns the cluster's files. */
  readonly uid: number;
  readonly gid: number;
}

/** The command line that runs `command`. `unshare` executes in place, so the process keeps its number. */
export function toCommandLine({ mode }: RunAs, command: readonly string[]): readonly string[] {
  return mode === 'namespace' ? [...UNSHARE, ...command] : command;
}

/** The working folder is one that every user may enter. */
export function toSpawnOptions({ mode, uid, gid }: RunAs): { cwd: string; uid?: number; gid?: number } {
  return mode === 'user' ? { cwd: '/', uid, gid } : { cwd: '/' };
}

/** What PostgreSQL sees of our environment: nothing. `PGPORT` or `TZ` would change its behavior, secrets are not its business. */
export const CLEAN_ENVIRONMENT = { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C' };

export const NOBODY = 65_534;

const UNSHARE = ['unshare', '--user', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`];
