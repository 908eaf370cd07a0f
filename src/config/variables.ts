/**
 * All environment variables of Assay, with their documentation for operators. `docs/reference/configuration.md` is generated from this
 * list; `src/config.ts` parses the values.
 */
import { DEFAULT_LIMITS, DEFAULT_QUOTAS, QUOTA_VARIABLES, type QuotaName } from '../core/limits.ts';
import {
  Bytes,
  DistributionFiles,
  Ecosystems,
  FAMILIES,
  FileUrl,
  HttpUrl,
  PostgresUrl,
  MailAddress,
  MailUrl,
  PackageIndexes,
  Port,
  ProxyUrl,
  QuotaValue,
  SourceUrl,
  Text,
  matching,
  numberLike,
  oneOf,
  that,
  type ValueSchema,
} from './value-schemas.ts';

interface Variable {
  readonly name: string;
  readonly meaning: string;
  readonly default: string;
  readonly example: string;
  readonly schema: ValueSchema;
}

export const OSV_URL = 'https://osv-vulnerabilities.storage.googleapis.com';
const RED_HAT_URL = 'https://security.access.redhat.com/data/csaf/v2/vex/';
export const KEV_URL = 'https://www.cisa.gov/sites/default/files/feeds/known_exploited_vulnerabilities.json';
export const EPSS_URL = 'https://epss.empiricalsecurity.com/epss_scores-current.csv.gz';
export const SSVC_URL = 'https://codeload.github.com/cisagov/vulnrichment/zip/refs/heads/develop';

export const POOL_MAX = 24;
export const WORKER_POOL_MAX = 16;

// Divisors of an hour or a day, so that a schedule can express them, and short enough to sync before the data counts as stale.
const FeedInterval = numberLike(/^(5|10|15|20|30|60|120|240)$/, 'must be one of 5, 10, 15, 20, 30, 60, 120, 240');

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
    meaning: 'Port on which the API listens. `0` uses any free port and prints it.',
    default: '8080',
    example: '8080',
    schema: Port,
  },
  {
    name: 'ASSAY_PUBLIC_URL',
    meaning: 'Public URL of Assay, used in links and printed at startup.',
    default: 'from host and port',
    example: 'https://assay.example.com',
    schema: HttpUrl,
  },
  {
    name: 'ASSAY_DATA_DIR',
    meaning: 'Folder of the embedded database and of uploads in progress.',
    default: '`.assay/` in the working directory',
    example: '/var/lib/assay',
    schema: Text,
  },
  {
    name: 'ASSAY_DATABASE_URL',
    meaning:
      'URL of a PostgreSQL server (15 or newer) to use instead of the embedded one. Use a role that owns the database and is not a superuser: superusers bypass row-level security.',
    default: 'unset: embedded',
    example: 'postgres://assay:secret@db.example.com/assay',
    schema: PostgresUrl,
  },
  {
    name: 'ASSAY_DATABASE_REPLICA_URL',
    meaning:
      'URL of a standby of the PostgreSQL server, for lists and reports. See [Read from a standby](../operate/postgresql.md#read-from-a-standby).',
    default: 'unset: none',
    example: 'postgres://assay:secret@standby.example.com/assay',
    schema: PostgresUrl,
  },
  {
    name: 'ASSAY_DATABASE_POOL_MAX',
    meaning:
      'Maximum number of database connections of this process, in all pools; at least 10. With the default, a PostgreSQL server with 100 connections serves four processes.',
    default: `\`${POOL_MAX}\`, or \`${WORKER_POOL_MAX}\` for the role \`worker\``,
    example: '16',
    schema: numberLike(/^[1-9][0-9]{1,3}$/, 'must be a number from 10 to 9999'),
  },
  {
    name: 'ASSAY_ROLE',
    meaning: '`web` serves requests, `worker` runs jobs, `all` does both.',
    default: 'all',
    example: 'web',
    schema: oneOf(['all', 'web', 'worker']),
  },
  {
    name: 'ASSAY_OWNER_EMAIL',
    meaning: 'E-mail address of the owner account that is created at the first start.',
    default: 'owner@localhost',
    example: 'owner@example.com',
    schema: matching(/^[^\s@]+@[^\s@]+$/, 'must be an e-mail address'),
  },
  {
    name: 'ASSAY_OWNER_PASSWORD',
    meaning: 'Password of the owner account that is created at the first start.',
    default: 'generated and shown once',
    example: 'at least twelve characters',
    schema: that((text) => Array.from(text).length >= 12, 'must have at least 12 characters'),
  },
  {
    name: 'ASSAY_BOOTSTRAP_TOKEN',
    meaning:
      'Integration token with all scopes that is created at the first start: `asy_`, 12 characters of `a-z0-9`, `_`, 43 characters of `A-Za-z0-9_-`.',
    default: 'generated and shown once',
    example: `asy_${'0'.repeat(12)}_${'x'.repeat(43)}`,
    schema: matching(
      /^asy_[a-z0-9]{12}_[A-Za-z0-9_-]{43}$/,
      'must be asy_, 12 characters of a-z0-9, _, and 43 characters of A-Za-z0-9_-',
    ),
  },
  {
    name: 'ASSAY_LOG_LEVEL',
    meaning: '`fatal`, `error`, `warn`, `info`, `debug` or `trace`.',
    default: 'info',
    example: 'warn',
    schema: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace']),
  },
  {
    name: 'ASSAY_LOG_FORMAT',
    meaning: '`text` for reading, `json` for log collectors, `auto` for text on a terminal and JSON otherwise.',
    default: 'auto',
    example: 'json',
    schema: oneOf(['auto', 'text', 'json']),
  },
  {
    name: 'NO_COLOR',
    meaning: 'Any value turns off colors in logs on a terminal.',
    default: 'unset',
    example: '1',
    schema: Text,
  },
  {
    name: 'FORCE_COLOR',
    meaning: 'Any value except `0` turns on colors in text logs even when piped; `0` turns them off.',
    default: 'unset',
    example: '1',
    schema: Text,
  },
  {
    name: 'ASSAY_METRICS_TOKEN',
    meaning:
      'Token required for `/metrics`, sent as `Authorization: Bearer <token>`; at least 16 visible ASCII characters.',
    default: 'unset: none',
    example: 'a-long-random-text',
    schema: matching(/^[!-~]{16,1024}$/, 'must have 16 to 1024 visible ASCII characters'),
  },
  {
    name: 'ASSAY_SECRET_KEY_FILE',
    meaning:
      'File with the keys that encrypt secrets at rest: 32 bytes in base64, one key per line, the newest last. All processes that use the same database need the same keys.',
    default: '`secret-key` in the data folder, created at the first start',
    example: '/etc/assay/secret-key',
    schema: Text,
  },
  {
    name: 'ASSAY_PG_BIN',
    meaning: 'Folder with `initdb` and `postgres` to use instead of the packaged ones.',
    default: 'unset: packaged',
    example: '/usr/lib/postgresql/18/bin',
    schema: Text,
  },
  {
    name: 'ASSAY_TRUST_PROXY',
    meaning: 'Comma-separated addresses or networks of reverse proxies whose `X-Forwarded-For` header is trusted.',
    default: 'unset: none',
    example: '10.0.0.0/8',
    schema: Text,
  },
  {
    name: 'ASSAY_MAIL_URL',
    meaning:
      'SMTP server for password reset links, invitations and notifications. `smtps://` always uses TLS; `smtp://` uses STARTTLS if the server supports it, and requires it if a password is set. Requires `ASSAY_MAIL_FROM` and `ASSAY_PUBLIC_URL`.',
    default: 'unset: no mail',
    example: 'smtps://assay:secret@mail.example.com',
    schema: MailUrl,
  },
  {
    name: 'ASSAY_MAIL_FROM',
    meaning: 'Sender address of e-mails.',
    default: 'unset',
    example: 'assay@example.com',
    schema: MailAddress,
  },
  {
    name: 'ASSAY_THREADS',
    meaning: 'Number of worker threads that parse documents.',
    default: '2',
    example: '4',
    schema: numberLike(/^[1-9][0-9]?$/, 'must be a number from 1 to 99'),
  },
  {
    name: 'ASSAY_OSV_URL',
    meaning:
      'URL of the OSV export, or of a mirror with `https://`, `http://` or `file://`. `off` disables the source and keeps its data.',
    default: OSV_URL,
    example: 'file:///var/lib/osv-mirror',
    schema: SourceUrl,
  },
  {
    name: 'ASSAY_REDHAT_URL',
    meaning: `URL of the VEX documents of Red Hat, or of a mirror: vulnerabilities of Enterprise Linux without a fix, which OSV does not have. The published documents are at ${RED_HAT_URL}. \`off\` disables the source and keeps its data.`,
    default: 'unset: off',
    example: RED_HAT_URL,
    schema: SourceUrl,
  },
  {
    name: 'ASSAY_DISTRIBUTION_ADVISORIES',
    meaning:
      'Comma-separated files with advisories that distributions publish in forms of their own, each as `<distribution>[:<release>[:<name>]]=<URL>`: Amazon Linux, Oracle Linux, Azure Linux, Photon OS and Fedora. The URL is that of a file, of a yum repository (with a slash at the end) or of a `mirror.list`. [Addresses and forms](../operate/advisories.md#advisories-of-distributions).',
    default: 'unset: none',
    example:
      'Azure Linux:3=https://raw.githubusercontent.com/microsoft/AzureLinuxVulnerabilityData/main/azurelinux-3.0-oval.xml',
    schema: DistributionFiles,
  },
  {
    name: 'ASSAY_NVD_URL',
    meaning:
      'URL of the CVE feeds of NVD in version 2.0, or of a mirror with `https://`, `http://` or `file://`: `nvdcve-2.0-<year>.json.gz`, and `nvdcve-2.0-modified.json.gz` for changes. Their CPEs lead to possible vulnerabilities of software that no other source covers, such as runtimes without a package. `off` disables the source and keeps its data.',
    default: 'off',
    example: 'https://nvd.nist.gov/feeds/json/cve/2.0',
    schema: SourceUrl,
  },
  {
    name: 'ASSAY_KEV_URL',
    meaning:
      'URL of the CISA catalog of known exploited vulnerabilities (JSON), or of a copy. `off` disables the source.',
    default: KEV_URL,
    example: 'file:///var/lib/mirror/known_exploited_vulnerabilities.json',
    schema: FileUrl,
  },
  {
    name: 'ASSAY_EPSS_URL',
    meaning: 'URL of the EPSS scores of FIRST (`.csv.gz` or `.csv`), or of a copy. `off` disables the source.',
    default: EPSS_URL,
    example: 'file:///var/lib/mirror/epss_scores-current.csv.gz',
    schema: FileUrl,
  },
  {
    name: 'ASSAY_SSVC_URL',
    meaning: 'URL of the SSVC data of CISA Vulnrichment (zip archive), or of a copy. `off` disables the source.',
    default: SSVC_URL,
    example: 'file:///var/lib/mirror/vulnrichment.zip',
    schema: FileUrl,
  },
  {
    name: 'ASSAY_PACKAGE_INDEXES',
    meaning:
      'Comma-separated package indexes of distributions, each `<release>=<URL>`: `Packages` or `Packages.gz` of Debian and Ubuntu, `APKINDEX.tar.gz` of Alpine. They provide the source packages that SBOMs omit, and the versions that plans compare fixes with. Several indexes of one release are combined.',
    default: 'unset: none',
    example: 'Debian:12=https://deb.debian.org/debian/dists/bookworm/main/binary-amd64/Packages.gz',
    schema: PackageIndexes,
  },
  {
    name: 'ASSAY_JARS_URL',
    meaning:
      'URL of a table of jars by hash, plain or gzip, with lines `<SHA-1 or SHA-256>,<group>:<artifact>:<version>`. It provides the Maven coordinates that SBOMs omit.',
    default: 'unset: none',
    example: 'file:///var/lib/mirror/jars.csv.gz',
    schema: FileUrl,
  },
  {
    name: 'ASSAY_ADVISORY_ECOSYSTEMS',
    meaning:
      'Comma-separated OSV names of the ecosystems whose advisories are imported. `GIT` and `OSS-Fuzz`, about git repositories, are not in the default: add them to check C and C++ software ([git repositories](../concepts/matching.md#git-repositories)).',
    default: FAMILIES.join(','),
    example: 'npm,PyPI',
    schema: Ecosystems,
  },
  {
    name: 'ASSAY_ADVISORY_SYNC',
    meaning: '`auto` syncs advisories at startup and on schedule, `manual` only with `assay advisories sync`.',
    default: 'auto',
    example: 'manual',
    schema: oneOf(['auto', 'manual']),
  },
  {
    name: 'ASSAY_FEED_INTERVAL_MINUTES',
    meaning: 'Interval between syncs of the advisory sources if `ASSAY_ADVISORY_SYNC` is `auto`.',
    default: '60',
    example: '30',
    schema: FeedInterval,
  },
  {
    name: 'ASSAY_WEBHOOK_ALLOW_PRIVATE',
    meaning:
      'Whether webhooks can use private addresses, `http://` and a proxy. If so, members who can edit webhooks can reach every address that this machine can reach, except link-local and cloud metadata addresses.',
    default: 'false',
    example: 'true',
    schema: oneOf(['true', 'false']),
  },
  {
    name: 'ASSAY_AI_ALLOW_PRIVATE',
    meaning:
      'Whether AI models can use private addresses, `http://` and a proxy, for example for self-hosted models. If so, members who can edit the AI settings can reach every address that this machine can reach, except link-local and cloud metadata addresses.',
    default: 'false',
    example: 'true',
    schema: oneOf(['true', 'false']),
  },
  {
    name: 'HTTPS_PROXY',
    meaning: 'Proxy for requests to `https://` URLs, with credentials if required.',
    default: 'unset: none',
    example: 'http://proxy.example.com:3128',
    schema: ProxyUrl,
  },
  {
    name: 'HTTP_PROXY',
    meaning: 'Proxy for requests to `http://` URLs.',
    default: 'unset: none',
    example: 'http://proxy.example.com:3128',
    schema: ProxyUrl,
  },
  {
    name: 'NO_PROXY',
    meaning:
      'Comma-separated hosts that are requested without a proxy: a name (includes subdomains), an address or a network, each with an optional port; `*` for all.',
    default: 'unset: none',
    example: 'example.com,10.0.0.0/8,localhost:8000',
    schema: Text,
  },
  limit('ASSAY_BODY_BYTES_MAX', 'Maximum size of a request body as sent, in bytes.', DEFAULT_LIMITS.bodyBytesMax),
  limit(
    'ASSAY_BODY_INFLATED_BYTES_MAX',
    'Maximum size of a request body after decompression, in bytes.',
    DEFAULT_LIMITS.bodyInflatedBytesMax,
  ),
  limit('ASSAY_BODY_RATIO_MAX', 'Maximum ratio of decompressed to compressed bytes.', DEFAULT_LIMITS.bodyRatioMax),
  limit(
    'ASSAY_TOKEN_UPLOADS_PER_MINUTE_MAX',
    'Maximum uploads per minute with one token.',
    DEFAULT_LIMITS.tokenUploadsPerMinuteMax,
  ),
  limit(
    'ASSAY_ORG_UPLOADS_PER_MINUTE_MAX',
    'Maximum uploads per minute of one organization.',
    DEFAULT_LIMITS.orgUploadsPerMinuteMax,
  ),
  limit(
    'ASSAY_TOKEN_READS_PER_MINUTE_MAX',
    'Maximum reads (`GET`) per minute with one token or portal session. Half of them can come in a burst.',
    DEFAULT_LIMITS.tokenReadsPerMinuteMax,
  ),
  limit(
    'ASSAY_ORG_READS_PER_MINUTE_MAX',
    'Maximum reads (`GET`) per minute of one organization. Half of them can come in a burst.',
    DEFAULT_LIMITS.orgReadsPerMinuteMax,
  ),
  limit(
    'ASSAY_SPOOL_BYTES_MAX',
    'Maximum bytes of all uploads in progress: in memory, at most 256 MiB, and compressed in files.',
    DEFAULT_LIMITS.spoolBytesMax,
  ),
  limit(
    'ASSAY_EVENT_LOOP_DELAY_MS_MAX',
    'Event loop delay in milliseconds, in two consecutive samples, above which requests are rejected with 503.',
    DEFAULT_LIMITS.eventLoopDelayMsMax,
  ),
  quota('services', 'Maximum services of an organization.'),
  quota('versions', 'Maximum versions of an organization, in all services.'),
  quota('sboms', 'Maximum stored SBOMs of an organization, current and superseded, excluding deleted ones.'),
  quota('storedBytes', 'Maximum compressed bytes of the stored documents of an organization.'),
  quota('findings', 'Maximum findings of an organization, in all versions. At the limit, new SBOMs are rejected.'),
  quota('tokens', 'Maximum integration tokens of an organization that are neither revoked nor expired.'),
  quota('webhooks', 'Maximum webhooks and notification rules of an organization, together.'),
  quota('invitations', 'Maximum open invitations of an organization.'),
  quota('savedFilters', 'Maximum saved filters of all members of an organization.'),
  {
    name: 'ASSAY_URL',
    meaning: 'For [client commands](cli.md): URL of the Assay to use.',
    default: 'unset',
    example: 'https://assay.example.com',
    schema: HttpUrl,
  },
  {
    name: 'ASSAY_TOKEN',
    meaning: 'For the same commands: integration token. `upload` needs the scopes `sbom:upload` and `read`.',
    default: 'unset',
    example: 'as printed by assay token create',
    schema: Text,
  },
  {
    name: 'ASSAY_DEPENDENCY_TRACK_URL',
    meaning: 'For `assay import dependency-track`: URL of the Dependency-Track API server to import from.',
    default: 'unset: only saved answers are imported',
    example: 'https://dependency-track.example.com',
    schema: HttpUrl,
  },
  {
    name: 'ASSAY_DEPENDENCY_TRACK_KEY',
    meaning: 'For the same command: API key with the permissions `VIEW_PORTFOLIO` and `VIEW_VULNERABILITY`.',
    default: 'unset',
    example: 'as shown in Dependency-Track under Administration, Teams',
    schema: Text,
  },
  {
    name: 'ASSAY_TEST_HOOKS',
    meaning: 'For tests: `1` enables `ASSAY_CRASH_AT` and `ASSAY_STOP_AT`.',
    default: 'unset',
    example: '1',
    schema: oneOf(['1']),
  },
  {
    name: 'ASSAY_CRASH_AT',
    meaning: 'For tests: the process kills itself at the named point.',
    default: 'unset',
    example: 'before-commit',
    schema: Text,
  },
  {
    name: 'ASSAY_STOP_AT',
    meaning: 'For tests: the process pauses at the named point until it receives SIGCONT.',
    default: 'unset',
    example: 'job-claimed',
    schema: Text,
  },
];
