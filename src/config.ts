/**
 * Reads the environment: parses the variables of `config/variables.ts` into one frozen object. All defaults work on a fresh
 * machine; an invalid value stops the start with the name of the variable, the problem and an example.
 */
import { isAbsolute, resolve } from 'node:path';
import {
  FAMILIES,
  OFF,
  toList,
  type DistributionFileSetting,
  type PackageIndexSetting,
} from './config/value-schemas.ts';
import { EPSS_URL, KEV_URL, OSV_URL, POOL_MAX, SSVC_URL, VARIABLES, WORKER_POOL_MAX } from './config/variables.ts';
import { defineError } from './core/errors.ts';
import {
  DEFAULT_LIMITS,
  DEFAULT_QUOTAS,
  QUOTA_VARIABLES,
  type Limits,
  type QuotaName,
  type Quotas,
} from './core/limits.ts';

export const CONFIGURATION_INVALID = defineError<{ problems: string }>(
  'CONFIGURATION_INVALID',
  ({ problems }) => `Invalid configuration: ${problems}`,
);

/** `auto`: text on a terminal, JSON elsewhere. */
export type LogFormat = 'auto' | 'text' | 'json';
export type Role = 'all' | 'web' | 'worker';

export interface Config {
  readonly host: string;
  readonly port: number;
  readonly publicUrl: string | undefined;
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  readonly databaseReplicaUrl: string | undefined;
  /** Maximum number of database connections of the process, in all pools together. */
  readonly databasePoolMax: number;
  readonly role: Role;
  readonly ownerEmail: string | undefined;
  readonly ownerPassword: string | undefined;
  readonly bootstrapToken: string | undefined;
  readonly logLevel: string;
  readonly logFormat: LogFormat;
  /** Undefined means color on a terminal. */
  readonly logColor: boolean | undefined;
  /** Undefined: `/metrics` needs no token. */
  readonly metricsToken: string | undefined;
  readonly pgBin: string | undefined;
  /** Undefined: a file in the data folder, created if it is missing. */
  readonly secretKeyFile: string | undefined;
  /** Undefined: no mail is sent. The URL contains a password, so it is never logged. */
  readonly mail: { readonly url: string; readonly from: string } | undefined;
  /** The Dependency-Track that `assay import` reads. */
  readonly dependencyTrack: { readonly url: string | undefined; readonly key: string | undefined };
  readonly trustProxy: readonly string[];
  readonly threads: number;
  readonly advisories: {
    /** Undefined: disabled. */
    readonly osvUrl: string | undefined;
    readonly redHatUrl: string | undefined;
    /** Empty if the source is disabled. */
    readonly distributionFiles: readonly DistributionFileSetting[];
    readonly nvdUrl: string | undefined;
    readonly kevUrl: string | undefined;
    readonly epssUrl: string | undefined;
    readonly ssvcUrl: string | undefined;
    readonly packageIndexes: readonly PackageIndexSetting[];
    readonly jarsUrl: string | undefined;
    readonly ecosystems: readonly string[];
    /** `auto`: at startup and on schedule; `manual`: only with `assay advisories sync`. */
    readonly sync: 'auto' | 'manual';
    readonly intervalMinutes: number;
  };
  readonly webhooks: {
    /** Also allows private addresses and plain http. */
    readonly allowPrivate: boolean;
  };
  readonly ai: {
    /** Also allows models on private addresses and over plain http. */
    readonly allowPrivate: boolean;
  };
  /** Proxies for outbound requests; their URLs may contain credentials, so they are never logged. */
  readonly proxy: {
    readonly http: string | undefined;
    readonly https: string | undefined;
    readonly bypass: readonly string[];
  };
  readonly limits: Limits;
  /** Apply to organizations without their own limits. */
  readonly quotas: Quotas;
  readonly crashAt: string | undefined;
  readonly stopAt: string | undefined;
}

/** Variables that a command sets itself take precedence. */
export function loadConfig(fixed: Readonly<Record<string, string>> = {}): Config {
  return parseConfig({ ...process.env, ...fixed }, process.cwd());
}

const SHARED_VARIABLES: readonly string[] = ['HTTPS_PROXY', 'HTTP_PROXY', 'NO_PROXY'];

/** Variables shared with other programs also exist in lower case, which takes precedence. */
function findVariable(environment: Readonly<Record<string, string | undefined>>, name: string): string | undefined {
  const lowerCase = SHARED_VARIABLES.includes(name) ? environment[name.toLowerCase()] : undefined;
  return lowerCase === undefined || lowerCase === '' ? environment[name] : lowerCase;
}

/** An empty value counts as unset: `ASSAY_PORT= npm start` means the default. */
export function parseConfig(environment: Readonly<Record<string, string | undefined>>, workingFolder: string): Config {
  const values = new Map<string, unknown>();
  const problems: string[] = [];
  for (const variable of VARIABLES) {
    const text = findVariable(environment, variable.name);
    if (text === undefined || text === '') continue;
    const result = variable.schema(text);
    if ('value' in result) values.set(variable.name, result.value);
    else problems.push(`${variable.name} ${result.problem} (example: ${variable.example}).`);
  }
  for (const name of ['ASSAY_MAIL_FROM', 'ASSAY_PUBLIC_URL'])
    if (values.has('ASSAY_MAIL_URL') && !values.has(name)) problems.push(`ASSAY_MAIL_URL requires ${name}.`);
  if (problems.length > 0) throw CONFIGURATION_INVALID({ problems: problems.join(' ') });

  const text = (name: string): string | undefined => values.get(name) as string | undefined;
  const number = (name: string, fallback: number): number => (values.get(name) as number | undefined) ?? fallback;
  const quota = (name: QuotaName): number => number(QUOTA_VARIABLES[name], DEFAULT_QUOTAS[name]);
  const source = (name: string, fallback: string | undefined): string | undefined =>
    text(name) === OFF ? undefined : (text(name) ?? fallback);
  const mailUrl = text('ASSAY_MAIL_URL');
  const dataDir = text('ASSAY_DATA_DIR') ?? '.assay';
  const secretKeyFile = text('ASSAY_SECRET_KEY_FILE');
  const role = (values.get('ASSAY_ROLE') as Role | undefined) ?? 'all';
  return Object.freeze({
    host: text('ASSAY_HOST') ?? '127.0.0.1',
    port: number('ASSAY_PORT', 8080),
    publicUrl: text('ASSAY_PUBLIC_URL')?.replace(/\/$/, ''),
    dataDir: isAbsolute(dataDir) ? dataDir : resolve(workingFolder, dataDir),
    databaseUrl: text('ASSAY_DATABASE_URL'),
    databaseReplicaUrl: text('ASSAY_DATABASE_REPLICA_URL'),
    databasePoolMax: number('ASSAY_DATABASE_POOL_MAX', role === 'worker' ? WORKER_POOL_MAX : POOL_MAX),
    role,
    dependencyTrack: {
      url: text('ASSAY_DEPENDENCY_TRACK_URL')?.replace(/\/$/, ''),
      key: text('ASSAY_DEPENDENCY_TRACK_KEY'),
    },
    ownerEmail: text('ASSAY_OWNER_EMAIL'),
    ownerPassword: text('ASSAY_OWNER_PASSWORD'),
    bootstrapToken: text('ASSAY_BOOTSTRAP_TOKEN'),
    logLevel: text('ASSAY_LOG_LEVEL') ?? 'info',
    logFormat: (values.get('ASSAY_LOG_FORMAT') as LogFormat | undefined) ?? 'auto',
    logColor: toColor(text('FORCE_COLOR'), text('NO_COLOR')),
    metricsToken: text('ASSAY_METRICS_TOKEN'),
    pgBin: text('ASSAY_PG_BIN'),
    secretKeyFile: secretKeyFile === undefined ? undefined : resolve(workingFolder, secretKeyFile),
    mail: mailUrl === undefined ? undefined : Object.freeze({ url: mailUrl, from: text('ASSAY_MAIL_FROM') ?? '' }),
    trustProxy: toList(text('ASSAY_TRUST_PROXY') ?? ''),
    threads: number('ASSAY_THREADS', 2),
    advisories: Object.freeze({
      osvUrl: source('ASSAY_OSV_URL', OSV_URL),
      redHatUrl: source('ASSAY_REDHAT_URL', undefined),
      distributionFiles:
        (values.get('ASSAY_DISTRIBUTION_ADVISORIES') as readonly DistributionFileSetting[] | undefined) ?? [],
      nvdUrl: source('ASSAY_NVD_URL', undefined),
      kevUrl: source('ASSAY_KEV_URL', KEV_URL),
      epssUrl: source('ASSAY_EPSS_URL', EPSS_URL),
      ssvcUrl: source('ASSAY_SSVC_URL', SSVC_URL),
      jarsUrl: source('ASSAY_JARS_URL', undefined),
      packageIndexes: (values.get('ASSAY_PACKAGE_INDEXES') as readonly PackageIndexSetting[] | undefined) ?? [],
      ecosystems: (values.get('ASSAY_ADVISORY_ECOSYSTEMS') as readonly string[] | undefined) ?? FAMILIES,
      sync: (values.get('ASSAY_ADVISORY_SYNC') as 'auto' | 'manual' | undefined) ?? 'auto',
      intervalMinutes: number('ASSAY_FEED_INTERVAL_MINUTES', 60),
    }),
    webhooks: Object.freeze({ allowPrivate: text('ASSAY_WEBHOOK_ALLOW_PRIVATE') === 'true' }),
    ai: Object.freeze({ allowPrivate: text('ASSAY_AI_ALLOW_PRIVATE') === 'true' }),
    proxy: Object.freeze({
      http: text('HTTP_PROXY'),
      https: text('HTTPS_PROXY'),
      bypass: toList((text('NO_PROXY') ?? '').replaceAll(/\s/g, ',')),
    }),
    limits: Object.freeze({
      bodyBytesMax: number('ASSAY_BODY_BYTES_MAX', DEFAULT_LIMITS.bodyBytesMax),
      bodyInflatedBytesMax: number('ASSAY_BODY_INFLATED_BYTES_MAX', DEFAULT_LIMITS.bodyInflatedBytesMax),
      bodyRatioMax: number('ASSAY_BODY_RATIO_MAX', DEFAULT_LIMITS.bodyRatioMax),
      tokenUploadsPerMinuteMax: number('ASSAY_TOKEN_UPLOADS_PER_MINUTE_MAX', DEFAULT_LIMITS.tokenUploadsPerMinuteMax),
      orgUploadsPerMinuteMax: number('ASSAY_ORG_UPLOADS_PER_MINUTE_MAX', DEFAULT_LIMITS.orgUploadsPerMinuteMax),
      tokenReadsPerMinuteMax: number('ASSAY_TOKEN_READS_PER_MINUTE_MAX', DEFAULT_LIMITS.tokenReadsPerMinuteMax),
      orgReadsPerMinuteMax: number('ASSAY_ORG_READS_PER_MINUTE_MAX', DEFAULT_LIMITS.orgReadsPerMinuteMax),
      spoolBytesMax: number('ASSAY_SPOOL_BYTES_MAX', DEFAULT_LIMITS.spoolBytesMax),
      eventLoopDelayMsMax: number('ASSAY_EVENT_LOOP_DELAY_MS_MAX', DEFAULT_LIMITS.eventLoopDelayMsMax),
    }),
    quotas: Object.freeze({
      services: quota('services'),
      versions: quota('versions'),
      sboms: quota('sboms'),
      storedBytes: quota('storedBytes'),
      findings: quota('findings'),
      tokens: quota('tokens'),
      webhooks: quota('webhooks'),
      invitations: quota('invitations'),
      savedFilters: quota('savedFilters'),
    }),
    crashAt: values.has('ASSAY_TEST_HOOKS') ? text('ASSAY_CRASH_AT') : undefined,
    stopAt: values.has('ASSAY_TEST_HOOKS') ? text('ASSAY_STOP_AT') : undefined,
  });
}

/** https://no-color.org and https://force-color.org; as in Node, the one that enables color wins. */
function toColor(force: string | undefined, without: string | undefined): boolean | undefined {
  if (force !== undefined) return force !== '0';
  return without === undefined ? undefined : false;
}
