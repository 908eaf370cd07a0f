/**
 * All environment variables of Assay, with their documentation for operators. `docs/reference/configuration.md` is generated from this
 * list; `src/config.ts` parses the values.
 */
import { z } from 'zod';
import { DEFAULT_LIMITS, DEFAULT_QUOTAS, QUOTA_VARIABLES, type QuotaName } from '../core/limits.ts';
import {
  Bytes,
  Ecosystems,
  FAMILIES,
  FileUrl,
  HttpUrl,
  MailAddress,
  MailUrl,
  PackageIndexes,
  Port,
  ProxyUrl,
  QuotaValue,
  SourceUrl,
  Text,
} from './value-schemas.ts';

interface Variable {
  readonly name: string;
  readonly meaning: string;
  readonly default: string;
  readonly example: string;
  readonly schema: z.ZodType;
}

export const OSV_URL = 'https://osv-vulnerabilities.storage.googleapis.com';
export const KEV_URL = 'https://www.cisa.gov/sites/default/files/feeds/known_exploited_vulnerabilities.json';
export const EPSS_URL = 'https://epss.empiricalsecurity.com/epss_scores-current.csv.gz';
export const SSVC_URL = 'https://codeload.github.com/cisagov/vulnrichment/zip/refs/heads/develop';

export const POOL_MAX = 24;
export const WORKER_POOL_MAX = 16;

// Divisors of an hour or a day, so that a schedule can express them, and short enough to sync before the data counts as stale.
const FEED_INTERVALS = ['5', '10', '15', '20', '30', '60', '120', '240'] as const;

function limit(name: string, meaning: string, value: number): Variable {
  return { name, meaning, default: String(value), example: String(value), schema: Bytes };
}

function quota(name: QuotaName, meaning: string): Variable {
  const value = String(DEFAULT_QUOTAS[name]);
  return { name: QUOTA_VARIABLES[name], meaning, default: value, example: value, schema: QuotaValue };
}

/** In the order of the generated document. */
export const VARIABLES: readonly Variable[] = [
  {
    name: 'ASSAY_HOST',
    meaning: 'Address on which the API listens.',
    default: '127.0.0.1',
    example: '0.0.0.0',
    schema: Text,
  },
  {
    name: 'ASSAY_PORT',
    meaning: 'Port on which the API listens; `0` takes any free one and prints it.',
    default: '8080',
    example: '8080',
    schema: Port,
  },
  {
    name: 'ASSAY_PUBLIC_URL',
    meaning: 'How people reach Assay: links and what is printed at the start.',
    default: 'from host and port',
    example: 'https://assay.example.com',
    schema: HttpUrl,
  },
  {
    name: 'ASSAY_DATA_DIR',
    meaning: 'Folder of the embedded database and of bodies in flight.',
    default: '`.assay/` in the working folder',
    example: '/var/lib/assay',
    schema: Text,
  },
  {
    name: 'ASSAY_DATABASE_URL',
    meaning:
      'A PostgreSQL server (15 or newer) instead of the embedded one. Give it an ordinary role that owns the database: a superuser bypasses row-level security.',
    default: 'unset: embedded',
    example: 'postgres://assay:secret@db.example.com/assay',
    schema: z.string().regex(/^postgres(ql)?:\/\//, 'must be a postgres:// address'),
  },
  {
    name: 'ASSAY_DATABASE_POOL_MAX',
    meaning:
      'Database connections that this process opens at most, in all its pools together; at least 10. With the default, four processes fit a PostgreSQL server with 100 connections.',
    default: `\`${POOL_MAX}\`, or \`${WORKER_POOL_MAX}\` for the role \`worker\``,
    example: '16',
    schema: z
      .string()
      .regex(/^[1-9][0-9]{1,3}$/, 'must be a number from 10 to 9999')
      .transform(Number),
  },
  {
    name: 'ASSAY_ROLE',
    meaning: '`web` answers requests, `worker` runs jobs, `all` does both.',
    default: 'all',
    example: 'web',
    schema: z.enum(['all', 'web', 'worker']),
  },
  {
    name: 'ASSAY_OWNER_EMAIL',
    meaning: 'E-mail address of the owner account, read at the first start.',
    default: 'owner@localhost',
    example: 'owner@example.com',
    schema: z.string().regex(/^[^\s@]+@[^\s@]+$/, 'must be an e-mail address'),
  },
  {
    name: 'ASSAY_OWNER_PASSWORD',
    meaning: 'Password of the owner account, read at the first start.',
    default: 'generated and shown once',
    example: 'at least twelve characters',
    schema: z.string().min(12, 'must have at least 12 characters'),
  },
  {
    name: 'ASSAY_BOOTSTRAP_TOKEN',
    meaning:
      'An integration token with every scope, created at the first start: `asy_`, 12 of `a-z0-9`, `_`, 43 of `A-Za-z0-9_-`.',
    default: 'generated and shown once',
    example: `asy_${'0'.repeat(12)}_${'x'.repeat(43)}`,
    schema: z
      .string()
      .regex(/^asy_[a-z0-9]{12}_[A-Za-z0-9_-]{43}$/, 'must have the form asy_ + 12 of a-z0-9 + _ + 43 of A-Za-z0-9_-'),
  },
  {
    name: 'ASSAY_LOG_LEVEL',
    meaning: '`fatal`, `error`, `warn`, `info`, `debug` or `trace`.',
    default: 'info',
    example: 'warn',
    schema: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace']),
  },
  {
    name: 'ASSAY_LOG_FORMAT',
    meaning: '`text` for people, `json` for log collectors, `auto` for text on a terminal and JSON elsewhere.',
    default: 'auto',
    example: 'json',
    schema: z.enum(['auto', 'text', 'json']),
  },
  {
    name: 'NO_COLOR',
    meaning: 'Any value: log lines on a terminal have no color.',
    default: 'unset',
    example: '1',
    schema: z.string(),
  },
  {
    name: 'FORCE_COLOR',
    meaning: 'Any value but `0`: log lines in text have color also where they are piped; `0`: they have none.',
    default: 'unset',
    example: '1',
    schema: z.string(),
  },
  {
    name: 'ASSAY_METRICS_TOKEN',
    meaning:
      'Token that `/metrics` needs, sent as `Authorization: Bearer <token>`: at least 16 visible ASCII characters.',
    default: 'unset: none',
    example: 'a-long-random-text',
    schema: z.string().regex(/^[!-~]{16,1024}$/, 'must have 16 to 1024 visible ASCII characters'),
  },
  {
    name: 'ASSAY_SECRET_KEY_FILE',
    meaning:
      'File with the key of secrets at rest: 32 bytes in base64, one key per line, the newest last. Several processes on one database need the same.',
    default: '`secret-key` in the data folder, made at the first start',
    example: '/etc/assay/secret-key',
    schema: Text,
  },
  {
    name: 'ASSAY_PG_BIN',
    meaning: 'Folder with `initdb` and `postgres`, instead of the packaged ones.',
    default: 'unset: packaged',
    example: '/usr/lib/postgresql/18/bin',
    schema: Text,
  },
  {
    name: 'ASSAY_TRUST_PROXY',
    meaning: 'Comma-separated addresses or networks of reverse proxies whose `X-Forwarded-For` is believed.',
    default: 'unset: none',
    example: '10.0.0.0/8',
    schema: Text,
  },
  {
    name: 'ASSAY_MAIL_URL',
    meaning:
      'SMTP server for links to reset passwords and for invitations: `smtps://` encrypts from the start, `smtp://` with STARTTLS where the server offers it, and always when a password is given. Needs `ASSAY_MAIL_FROM` and `ASSAY_PUBLIC_URL`.',
    default: 'unset: no mail',
    example: 'smtps://assay:secret@mail.example.com',
    schema: MailUrl,
  },
  {
    name: 'ASSAY_MAIL_FROM',
    meaning: 'Address that mail comes from.',
    default: 'unset',
    example: 'assay@example.com',
    schema: MailAddress,
  },
  {
    name: 'ASSAY_THREADS',
    meaning: 'Worker threads that read documents.',
    default: '2',
    example: '4',
    schema: z
      .string()
      .regex(/^[1-9][0-9]?$/, 'must be a number from 1 to 99')
      .transform(Number),
  },
  {
    name: 'ASSAY_OSV_URL',
    meaning:
      'Where advisories come from: the public export of OSV, or a mirror of it behind `https://`, `http://` or `file://`; `off` uses only what is there.',
    default: OSV_URL,
    example: 'file:///var/lib/osv-mirror',
    schema: SourceUrl,
  },
  {
    name: 'ASSAY_KEV_URL',
    meaning:
      'Where the catalog of exploited vulnerabilities comes from: the JSON file of CISA, or a copy of it; `off` does without.',
    default: KEV_URL,
    example: 'file:///var/lib/mirror/known_exploited_vulnerabilities.json',
    schema: FileUrl,
  },
  {
    name: 'ASSAY_EPSS_URL',
    meaning:
      'Where the chances of exploitation come from: the `.csv.gz` or `.csv` file of FIRST, or a copy of it; `off` does without.',
    default: EPSS_URL,
    example: 'file:///var/lib/mirror/epss_scores-current.csv.gz',
    schema: FileUrl,
  },
  {
    name: 'ASSAY_SSVC_URL',
    meaning:
      'Where the SSVC points come from: a zip archive of CISA Vulnrichment, or a copy of it; `off` does without.',
    default: SSVC_URL,
    example: 'file:///var/lib/mirror/vulnrichment.zip',
    schema: FileUrl,
  },
  {
    name: 'ASSAY_PACKAGE_INDEXES',
    meaning:
      'Package indexes of distributions, comma-separated, each `<release>=<address>`: `Packages` or `Packages.gz` of Debian and Ubuntu, `APKINDEX.tar.gz` of Alpine. They state source packages that SBOMs leave out; several indexes of a release are read together.',
    default: 'unset: none',
    example: 'Debian:12=https://deb.debian.org/debian/dists/bookworm/main/binary-amd64/Packages.gz',
    schema: PackageIndexes,
  },
  {
    name: 'ASSAY_ADVISORY_ECOSYSTEMS',
    meaning: 'Comma-separated OSV names of the ecosystems whose advisories are kept.',
    default: FAMILIES.join(','),
    example: 'npm,PyPI',
    schema: Ecosystems,
  },
  {
    name: 'ASSAY_ADVISORY_SYNC',
    meaning: '`auto` fetches advisories at the start and on schedule, `manual` only by `assay advisories sync`.',
    default: 'auto',
    example: 'manual',
    schema: z.enum(['auto', 'manual']),
  },
  {
    name: 'ASSAY_FEED_INTERVAL_MINUTES',
    meaning: 'How often the sources are asked for what is new, when `ASSAY_ADVISORY_SYNC` is `auto`.',
    default: '60',
    example: '30',
    schema: z.enum(FEED_INTERVALS, `must be one of ${FEED_INTERVALS.join(', ')}`).transform(Number),
  },
  {
    name: 'ASSAY_WEBHOOK_ALLOW_PRIVATE',
    meaning:
      'Whether webhooks may go to addresses that are not public, to `http://`, and through a proxy. Members who may change webhooks can then reach every address that this machine reaches, except link-local and cloud metadata addresses.',
    default: 'false',
    example: 'true',
    schema: z.enum(['true', 'false']),
  },
  {
    name: 'ASSAY_AI_ALLOW_PRIVATE',
    meaning:
      'Whether models may be asked at addresses that are not public, over `http://`, and through a proxy: for models on your own machines. Whoever may change the AI settings can then reach what this machine reaches, except link-local and metadata addresses.',
    default: 'false',
    example: 'true',
    schema: z.enum(['true', 'false']),
  },
  {
    name: 'HTTPS_PROXY',
    meaning: 'Proxy for calls to `https://` addresses, with its credentials where it needs some.',
    default: 'unset: none',
    example: 'http://proxy.example.com:3128',
    schema: ProxyUrl,
  },
  {
    name: 'HTTP_PROXY',
    meaning: 'Proxy for calls to `http://` addresses.',
    default: 'unset: none',
    example: 'http://proxy.example.com:3128',
    schema: ProxyUrl,
  },
  {
    name: 'NO_PROXY',
    meaning:
      'Comma-separated hosts that are called without a proxy: a name with everything below it, an address, a network, each with a port or without; `*` for all.',
    default: 'unset: none',
    example: 'example.com,10.0.0.0/8,localhost:8000',
    schema: Text,
  },
  limit('ASSAY_BODY_BYTES_MAX', 'Largest body on the wire, in bytes.', DEFAULT_LIMITS.bodyBytesMax),
  limit(
    'ASSAY_BODY_INFLATED_BYTES_MAX',
    'Largest body after decompression, in bytes.',
    DEFAULT_LIMITS.bodyInflatedBytesMax,
  ),
  limit('ASSAY_BODY_RATIO_MAX', 'Highest ratio of decompressed to compressed bytes.', DEFAULT_LIMITS.bodyRatioMax),
  limit(
    'ASSAY_TOKEN_UPLOADS_PER_MINUTE_MAX',
    'Uploads a token may send in a minute.',
    DEFAULT_LIMITS.tokenUploadsPerMinuteMax,
  ),
  limit(
    'ASSAY_ORG_UPLOADS_PER_MINUTE_MAX',
    'Uploads an organization may send in a minute.',
    DEFAULT_LIMITS.orgUploadsPerMinuteMax,
  ),
  limit(
    'ASSAY_TOKEN_READS_PER_MINUTE_MAX',
    'Reads (`GET`) per minute with one token or one session of the portal. Half of it may come at once.',
    DEFAULT_LIMITS.tokenReadsPerMinuteMax,
  ),
  limit(
    'ASSAY_ORG_READS_PER_MINUTE_MAX',
    'Reads (`GET`) per minute of one organization. Half of it may come at once.',
    DEFAULT_LIMITS.orgReadsPerMinuteMax,
  ),
  limit('ASSAY_SPOOL_BYTES_MAX', 'Compressed bytes of all uploads in flight.', DEFAULT_LIMITS.spoolBytesMax),
  limit(
    'ASSAY_EVENT_LOOP_DELAY_MS_MAX',
    'Delay of the event loop, in milliseconds and two turns in a row, above which requests are answered 503.',
    DEFAULT_LIMITS.eventLoopDelayMsMax,
  ),
  quota('services', 'Services of an organization.'),
  quota('versions', 'Versions of an organization, in all its services.'),
  quota('sboms', 'SBOMs of an organization that are stored: live and superseded ones, without deleted ones.'),
  quota('storedBytes', 'Bytes of the documents of an organization as they are stored, compressed.'),
  quota('findings', 'Findings of an organization, summed over its versions. At the limit, new SBOMs are rejected.'),
  quota('tokens', 'Integration tokens of an organization that are neither revoked nor expired.'),
  quota('webhooks', 'Webhooks of an organization.'),
  quota('invitations', 'Open invitations of an organization.'),
  quota('savedFilters', 'Saved filters of all members of an organization.'),
  {
    name: 'ASSAY_TEST_HOOKS',
    meaning: 'Tests only: `1` lets `ASSAY_CRASH_AT` and `ASSAY_STOP_AT` take effect.',
    default: 'unset',
    example: '1',
    schema: z.literal('1'),
  },
  {
    name: 'ASSAY_CRASH_AT',
    meaning: 'Tests only: the process kills itself at the named point.',
    default: 'unset',
    example: 'before-commit',
    schema: Text,
  },
  {
    name: 'ASSAY_STOP_AT',
    meaning: 'Tests only: the process stops at the named point, until it is told to continue.',
    default: 'unset',
    example: 'job-claimed',
    schema: Text,
  },
];
