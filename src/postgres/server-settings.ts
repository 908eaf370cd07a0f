/**
 * The server's settings, all on its command line: it overrides `postgresql.conf` and `alter system`, so a stray file cannot open
 * a port or disable durability. The sizes suit two cores that are shared with Assay itself.
 */

interface ServerSettings {
  readonly cluster: string;
  readonly socketDir: string;
  readonly durable: boolean;
}

export function toServerArguments({ cluster, socketDir, durable }: ServerSettings): readonly string[] {
  const settings = {
    ...NO_NETWORK,
    unix_socket_directories: quoteListItem(socketDir),
    ...SIZES,
    ...QUIET_LOG,
    ...toDurability(durable),
  };
  return ['-D', cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}

/** Settings that must be on, or an acknowledged transaction may be lost. */
export const DURABILITY_SETTINGS = ['fsync', 'full_page_writes', 'synchronous_commit'] as const;

const NO_NETWORK = {
  listen_addresses: '',
  port: 5432,
  unix_socket_permissions: '0700',
  ssl: 'off',
};

const SIZES = {
  // A process opens up to 24 connections (ASSAY_DATABASE_POOL_MAX); this leaves room for commands and other processes.
  max_connections: 100,
  shared_buffers: '128MB',
  effective_cache_size: '1GB',
  work_mem: '16MB',
  maintenance_work_mem: '128MB',
  max_wal_size: '2GB',
  // Except on spinning disks, random reads cost about as much as sequential ones.
  random_page_cost: '1.1',
  // A first import or a first burst of builds fills empty tables within seconds; stale plans must not last for a minute.
  autovacuum_naptime: '10s',
  // JIT compilation takes longer than Assay's short statements.
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
};

// LOG, FATAL and PANIC only, without details: statement errors are returned to the caller, and their text may contain customer
// data.
const QUIET_LOG = {
  logging_collector: 'off',
  log_destination: 'stderr',
  log_line_prefix: '',
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
};

function toDurability(durable: boolean): Readonly<Record<string, string>> {
  return Object.fromEntries(DURABILITY_SETTINGS.map((name) => [name, durable ? 'on' : 'off']));
}

// The setting is a list: an unquoted comma in the path would split it.
function quoteListItem(path: string): string {
  return `"${path.replaceAll('"', '""')}"`;
}
