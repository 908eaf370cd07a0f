/**
 * The import rules as data: the table of ARCHITECTURE.md. A room is a folder or a file below `src/`, named by its path. It can
 * always import itself and, inside `src`, the rooms of `IMPORTABLE_EVERYWHERE`. A new concept is a new row here.
 */

export interface Room {
  readonly name: string;
  readonly purpose: string;
  /** Rooms whose values and types it may import; `core/*` means every room of the core, `*` every room of `src`. */
  readonly mayImport: readonly string[];
  /** Rooms whose types only it may import, because `main.ts` passes in their values. */
  readonly mayImportTypesOf?: readonly string[];
}

export const ROOMS: readonly Room[] = [
  { name: 'core', purpose: 'Errors, limits and helpers that every room uses', mayImport: [] },
  { name: 'core/vocabulary', purpose: 'Closed sets of values: severities, states, causes, scopes', mayImport: [] },
  { name: 'core/text', purpose: 'Comparison and plurals of text', mayImport: [] },
  {
    name: 'core/collections',
    purpose: 'Lists without duplicates, equal lists, lists read page by page',
    mayImport: [],
  },
  { name: 'core/json', purpose: 'Access to untrusted JSON', mayImport: [] },
  { name: 'core/naming', purpose: 'Names of services, versions and images', mayImport: [] },
  { name: 'core/identity', purpose: 'Package identity: purls, ecosystems, distributions', mayImport: [] },
  { name: 'core/versions', purpose: 'Version comparison and ranges', mayImport: ['core/identity'] },
  {
    name: 'core/sbom',
    purpose: 'SBOM formats and lockfiles: scanning and parsing',
    mayImport: ['core/identity', 'core/naming'],
  },
  {
    name: 'core/advisory',
    purpose: 'Advisory records, severities, alias groups',
    mayImport: ['core/identity', 'core/versions'],
  },
  {
    name: 'core/match',
    purpose: 'Matching of components with advisories',
    mayImport: ['core/identity', 'core/versions', 'core/sbom', 'core/advisory'],
  },
  {
    name: 'core/vex',
    purpose: 'VEX documents: parsing, matching, writing',
    mayImport: ['core/identity', 'core/versions'],
  },
  {
    name: 'core/profile',
    purpose: 'Security profiles, deployment and runtime documents',
    mayImport: ['core/identity', 'core/sbom'],
  },
  {
    name: 'core/reachability',
    purpose: 'Analyses of calls: parsing, assessment of findings',
    mayImport: ['core/identity', 'core/versions'],
  },
  {
    name: 'core/relevance',
    purpose: 'Relevance and priority of findings',
    mayImport: [
      'core/identity',
      'core/sbom',
      'core/advisory',
      'core/match',
      'core/vex',
      'core/profile',
      'core/reachability',
    ],
  },
  {
    name: 'core/remediation',
    purpose: 'Fix versions, upgrade steps, plans',
    mayImport: ['core/identity', 'core/versions', 'core/sbom', 'core/advisory', 'core/match'],
  },
  {
    name: 'core/history',
    purpose: 'Changes between versions, gate, timeline',
    mayImport: [
      'core/identity',
      'core/naming',
      'core/advisory',
      'core/match',
      'core/reachability',
      'core/relevance',
      'core/remediation',
    ],
  },
  {
    name: 'core/report',
    purpose: 'Markdown, CSV, SARIF and VDR reports',
    mayImport: ['core/identity', 'core/advisory', 'core/match', 'core/history'],
  },
  {
    name: 'pipeline',
    purpose: 'Use cases: uploads, analyses, publications, decisions, imports',
    mayImport: ['core/*', 'store', 'threads', 'queue'],
    mayImportTypesOf: ['feeds', 'ai'],
  },
  { name: 'threads', purpose: 'Parsing of untrusted documents in worker threads', mayImport: ['core/*', 'envelope'] },
  { name: 'store', purpose: 'SQL, transactions, migrations, backups', mayImport: ['core/*'] },
  { name: 'postgres', purpose: 'Embedded PostgreSQL server', mayImport: [] },
  { name: 'queue', purpose: 'Background jobs', mayImport: ['store'] },
  { name: 'envelope', purpose: 'Signed documents: unwrapping, signature checks', mayImport: ['core/*'] },
  { name: 'outbound', purpose: 'Outgoing connections and address checks', mayImport: [] },
  { name: 'feeds', purpose: 'Advisory sources', mayImport: ['core/*', 'outbound'] },
  { name: 'ai', purpose: 'Calls of AI models', mayImport: ['core/*', 'outbound'] },
  {
    name: 'access',
    purpose: 'Accounts, sessions, tokens, rate limits',
    mayImport: ['core/naming', 'store', 'outbound'],
  },
  {
    name: 'events',
    purpose: 'Event streams, webhooks and notifications',
    mayImport: ['core/*', 'store', 'queue', 'outbound'],
    mayImportTypesOf: ['api/contract'],
  },
  { name: 'telemetry', purpose: 'Logs and metrics', mayImport: [] },
  { name: 'api/contract', purpose: 'Wire schemas', mayImport: [] },
  {
    name: 'api',
    purpose: 'HTTP server, routes, OpenAPI document',
    mayImport: ['core/*', 'pipeline', 'store', 'threads', 'access', 'events', 'envelope', 'api/contract'],
  },
  {
    name: 'client',
    purpose: 'Client of the API, for the command line and other programs',
    mayImport: [],
    mayImportTypesOf: ['api/contract'],
  },
  { name: 'config', purpose: 'Configuration variables', mayImport: ['core/*'] },
  { name: 'config.ts', purpose: 'Configuration from the environment', mayImport: ['core/*', 'config', 'package.json'] },
  { name: 'start', purpose: 'Start-up of each part', mayImport: ['*', 'package.json'] },
  { name: 'main.ts', purpose: 'Assembly of the process', mayImport: ['*', 'package.json'] },
  { name: 'cli', purpose: 'Command line', mayImport: ['*', 'package.json'] },
  { name: 'bin', purpose: 'Launcher that selects Node 24', mayImport: ['cli'] },
  {
    name: 'portal',
    purpose: 'Web portal',
    mayImport: ['core/vocabulary', 'core/text'],
    mayImportTypesOf: ['api/contract'],
  },
];

/**
 * Can be imported by every room of `src`. `core` stands for its own files, listed in `CORE_FILES`. Except for `core`, these rooms
 * import nothing but themselves.
 */
export const IMPORTABLE_EVERYWHERE: readonly string[] = [
  'core',
  'core/vocabulary',
  'core/text',
  'core/collections',
  'core/json',
];

/** Rooms next to `src/`: from `src` they may import only what their row lists, not even errors and limits. */
export const OUTSIDE_ROOMS: readonly string[] = ['bin', 'portal'];

/** Files that `npm pack` builds, and the only room that imports each. They do not exist in a clone. */
export const BUILT_FILES: Readonly<Record<string, string>> = { 'dist/assay.js': 'bin' };

/** All files allowed directly in `src/core`; everything else belongs to one of its rooms. */
export const CORE_FILES: readonly string[] = [
  'errors.ts',
  'limits.ts',
  'active-owners.ts',
  'calendar.ts',
  'steps.ts',
  'tsconfig.json',
  'README.md',
];

/** Can be imported by every room of `src` outside the core. */
export const IMPORTABLE_OUTSIDE_CORE = { values: ['telemetry'], types: ['config.ts'] } as const;

/** The only packages that the core may import. */
export const CORE_PACKAGES: readonly string[] = [
  'ae-cvss-calculator',
  '@renovatebot/pep440',
  'semver',
  'smol-toml',
  'yaml',
];

const SQL_ROOMS = ['store', 'postgres', 'queue'] as const;

/** Packages whose values are restricted to a few rooms; their types are not, unless `typesToo` is set. */
export const PACKAGE_ROOMS: Readonly<
  Record<string, { readonly rooms: readonly string[]; readonly typesToo: boolean }>
> = {
  'pg-boss': { rooms: ['queue'], typesToo: true },
  pg: { rooms: SQL_ROOMS, typesToo: false },
  'pg-copy-streams': { rooms: SQL_ROOMS, typesToo: false },
  kysely: { rooms: SQL_ROOMS, typesToo: false },
};

/** Uses that are restricted to one place, and where. The portal is a browser program: it fetches, and has no `process`. */
export const USE_ROOMS = {
  'process-env': ['config.ts', 'config', 'bin', 'portal'],
  sql: SQL_ROOMS,
  outgoing: ['outbound', 'client', 'portal'],
  socket: ['outbound', 'postgres'],
} as const satisfies Record<string, readonly string[]>;

/** Shown to the author of a violation. */
export const ADVICE = {
  arrow: 'Move the code to the lower of the two rooms, or pass the value in from main.ts.',
  'types-only': 'Write `import type { ... }` and let main.ts pass in the value; an inline `type` still loads the file.',
  'core-builtin': 'The core is pure: take bytes, time and randomness as arguments, and do the rest in an outer room.',
  'core-package': 'The core imports only the packages listed in scripts/import-rules.ts; a new one needs a reason.',
  'core-reference': 'A reference directive adds types of the platform to the core; remove it.',
  'no-room': 'Put the file into the room of its concept; there is no utils, common, shared, types or lib.',
  cycle: 'Move the shared code into a separate file that imports neither.',
  test: 'Production code never imports from a test, test/ or bench/; move the needed code into its room.',
  outside: 'A room imports only rooms of the table in scripts/import-rules.ts.',
  missing: 'Node resolves exact file names: write the path with its real ending, `.ts` included.',
  unreadable: 'Write imports with a literal path and code that parses, so that this check can read them.',
  package: 'This package belongs to the rooms named in scripts/import-rules.ts; add a function there.',
  'process-env':
    'Only src/config.ts and src/config read the environment; take the value from the configuration object.',
  sql: 'SQL is written in src/store only; add a function there and call it.',
  outgoing:
    'Outgoing connections are opened in src/outbound, which checks addresses, sizes and times, and in src/client.',
  socket: 'Sockets are opened in src/outbound, and in src/postgres to reach the database; call one of them.',
} as const;

export type Rule = keyof typeof ADVICE;
