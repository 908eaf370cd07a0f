/** Commands for the operator of an installation. They use its database, also while it runs. */
import { QUOTA_NAMES } from '../../core/limits.ts';
import { ROLES, TOKEN_SCOPES } from '../../core/vocabulary/access.ts';
import { SOURCE_NAMES } from '../../core/vocabulary/source.ts';
import { defineCommand, type CommandDefinition } from './define-command.ts';

const ORGANIZATION = {
  organization: { value: 'id or name', summary: 'organization; required if there are several' },
} as const;
const JSON_OUTPUT = { json: { summary: 'print the result as JSON' } } as const;
const ORGANIZATION_NAME = { name: 'id or name', summary: 'id or name of the organization' } as const;
const ACCEPT_SHRINK = { 'accept-shrink': { summary: 'accept data that is much smaller than before' } } as const;

export const SERVER_COMMANDS: readonly CommandDefinition[] = [
  defineCommand({
    name: 'serve',
    summary: 'run Assay; the default without a command',
    options: { demo: { summary: 'load demo services, named demo-...; delete them at any time' } },
    examples: [
      ['serve', 'Run Assay with its data in .assay/ of the working folder'],
      ['serve --demo', 'Look around with demo data'],
    ],
    run: async (values) => await (await import('../commands/serve/serve.ts')).serve(values),
  }),
  defineCommand({
    name: 'worker',
    summary: 'run jobs without serving requests, like "serve" with ASSAY_ROLE=worker',
    description: 'Needs the database of the other processes in ASSAY_DATABASE_URL.',
    examples: [['worker', 'Add a process that analyzes uploads']],
    run: async () => await (await import('../commands/serve/serve.ts')).serveWorker(),
  }),
  defineCommand({
    name: 'migrate',
    summary: 'apply pending database migrations; "serve" does this too',
    options: { citus: { summary: 'distribute the tables over a Citus cluster; once, on its coordinator' } },
    examples: [['migrate', 'Migrate the database before the new version starts']],
    run: async (values) => await (await import('../commands/migrate.ts')).migrate(values),
  }),
  defineCommand({
    name: 'doctor',
    summary: 'check this installation and suggest fixes; changes nothing',
    examples: [['doctor', 'Check configuration, disk, database and port']],
    run: async () => await (await import('../commands/doctor/doctor.ts')).doctor(),
  }),
  defineCommand({
    name: 'backup',
    summary: 'back up all data to one file; overwrites an existing file when complete',
    arguments: [{ name: 'file', summary: 'file to write' }],
    examples: [['backup assay.backup', 'Back up a running Assay']],
    run: async (_values, [file = '']) => await (await import('../commands/backup.ts')).backup(file),
  }),
  defineCommand({
    name: 'restore',
    summary: 'restore a backup into an empty database',
    arguments: [{ name: 'file', summary: 'file of "assay backup"' }],
    examples: [['restore assay.backup', 'Restore into the data folder or ASSAY_DATABASE_URL']],
    run: async (_values, [file = '']) => await (await import('../commands/restore.ts')).restore(file),
  }),
  defineCommand({
    name: 'secret-key',
    summary: 'show the key that encrypts secrets, and whether it matches the database',
    options: { adopt: { summary: 'use this key if the previous one is lost' } },
    examples: [['secret-key', 'Check the key after a restore']],
    run: async (values) => await (await import('../commands/secret-key.ts')).secretKey(values),
  }),
  defineCommand({
    name: 'advisories sync',
    summary: 'sync all advisory sources now, or one; creates the database if there is none',
    arguments: [{ name: 'source', summary: 'the only source to sync', choices: SOURCE_NAMES, optional: true }],
    options: { complete: { summary: 'run a full sync instead of an incremental one' }, ...ACCEPT_SHRINK },
    examples: [
      ['advisories sync', 'Load all advisories, for example before the first scan'],
      ['advisories sync kev', 'Sync one source'],
    ],
    run: async (values, [source]) => await (await import('../commands/advisories/sync.ts')).sync(values, source),
  }),
  defineCommand({
    name: 'advisories status',
    summary: 'show the advisory sources: records, age, last error',
    examples: [['advisories status', 'Find out why a source is outdated']],
    run: async () => await (await import('../commands/advisories/advisories.ts')).showStatus(),
  }),
  defineCommand({
    name: 'advisories show',
    summary: 'show a vulnerability by any of its ids',
    arguments: [{ name: 'id', summary: 'an id, for example CVE-2021-44228' }],
    examples: [['advisories show CVE-2021-44228', 'Show aliases, scores and affected packages']],
    run: async (_values, [id = '']) => await (await import('../commands/advisories/advisories.ts')).showAdvisory(id),
  }),
  defineCommand({
    name: 'advisories export',
    summary: 'export advisories for an installation without internet access',
    arguments: [{ name: 'file', summary: 'file to write' }],
    examples: [['advisories export advisories.bundle', 'Write all sources to one file']],
    run: async (_values, [file = '']) =>
      await (await import('../commands/advisories/export.ts')).exportAdvisories(file),
  }),
  defineCommand({
    name: 'advisories import',
    summary: 'import an exported file',
    arguments: [{ name: 'file', summary: 'file of "assay advisories export"' }],
    options: ACCEPT_SHRINK,
    examples: [['advisories import advisories.bundle', 'Load advisories without a network']],
    run: async (values, [file = '']) =>
      await (await import('../commands/advisories/import.ts')).importAdvisories(values, file),
  }),
  defineCommand({
    name: 'analysis retry',
    summary: 'retry failed analyses of all organizations',
    options: {
      organization: { value: 'id or name', summary: 'only in this organization' },
      service: { value: 'name or id', summary: 'only for this service' },
      code: { value: 'code', summary: 'only analyses that failed with this error code' },
    },
    examples: [['analysis retry --code THREAD_TIMEOUT', 'Retry after a limit was raised']],
    run: async (values) => await (await import('../commands/analysis.ts')).retryAnalyses(values),
  }),
  defineCommand({
    name: 'organization create',
    summary: 'create an organization and print an invitation link for its owner',
    description: 'The link works once, for 7 days; "assay person invite" prints another one.',
    arguments: [{ name: 'name', summary: 'name of the organization' }],
    options: { owner: { value: 'email', summary: 'e-mail address of the first owner; required' }, ...JSON_OUTPUT },
    examples: [['organization create "Payments" --owner ada@example.com', 'Create an organization']],
    run: async (values, [name = '']) =>
      await (await import('../commands/people/organization.ts')).createOrganizationWithOwner(values, name),
  }),
  defineCommand({
    name: 'organization list',
    summary: 'list organizations',
    options: JSON_OUTPUT,
    examples: [['organization list --json', 'List organizations for a script']],
    run: async (values) => await (await import('../commands/people/organization.ts')).listAll(values),
  }),
  defineCommand({
    name: 'organization rename',
    summary: 'rename an organization',
    arguments: [ORGANIZATION_NAME, { name: 'new name', summary: 'new name' }],
    options: JSON_OUTPUT,
    examples: [['organization rename Payments "Payments and billing"', 'Rename an organization']],
    run: async (values, [reference = '', name = '']) =>
      await (await import('../commands/people/organization.ts')).rename(values, reference, name),
  }),
  defineCommand({
    name: 'organization delete',
    summary: 'delete an organization and all its data',
    description:
      'Deletes services, SBOMs, findings, decisions, tokens, events and the audit log; sessions and tokens end at once, accounts are kept. A running Assay resumes an interrupted deletion within a minute; you can also run the command again. The last organization cannot be deleted.',
    arguments: [ORGANIZATION_NAME],
    options: { yes: { summary: 'do not ask for confirmation' }, ...JSON_OUTPUT },
    examples: [['organization delete 0197b3c2-5d1e-7c3a-9b54-2f8e6a1d4c70 --yes', 'Delete without a question']],
    run: async (values, [reference = '']) =>
      await (await import('../commands/people/organization.ts')).remove(values, reference),
  }),
  defineCommand({
    name: 'person list',
    summary: 'list the members of an organization',
    options: ORGANIZATION,
    examples: [['person list', 'List members with their roles']],
    run: async (values) => await (await import('../commands/people/person.ts')).listPeople(values),
  }),
  defineCommand({
    name: 'person invite',
    summary: 'create an invitation link and print it',
    arguments: [{ name: 'email', summary: 'e-mail address to invite' }],
    options: {
      role: { value: 'role', summary: 'role of the new member', choices: ROLES, default: 'member' },
      ...ORGANIZATION,
    },
    examples: [['person invite ada@example.com --role admin', 'Invite an administrator']],
    run: async (values, [email = '']) => await (await import('../commands/people/person.ts')).invite(values, email),
  }),
  defineCommand({
    name: 'person reset-password',
    summary: 'set a new password for an account and print it; ends its sessions',
    arguments: [{ name: 'email', summary: 'e-mail address of the account' }],
    examples: [['person reset-password ada@example.com', 'Help a member who cannot sign in']],
    run: async (_values, [email = '']) => await (await import('../commands/people/person.ts')).reset(email),
  }),
  defineCommand({
    name: 'token create',
    summary: 'create an integration token and print it',
    options: {
      name: { value: 'text', summary: 'name of the token' },
      scope: {
        value: 'a,b',
        summary: `${TOKEN_SCOPES.join(', ')} (default: sbom:upload,read)`,
        multiple: true,
      },
      service: { value: 'name or id', summary: 'limit the token to this service; can be repeated', multiple: true },
      'expires-days': { value: 'n|never', summary: 'days until the token expires (default: 90)' },
      ...ORGANIZATION,
    },
    examples: [
      ['token create --name CI', 'Create a token for pipelines'],
      ['token create --scope read --service team/api', 'Create a token that reads one service'],
    ],
    run: async (values) => await (await import('../commands/token.ts')).createToken(values),
  }),
  defineCommand({
    name: 'token list',
    summary: 'list integration tokens',
    options: ORGANIZATION,
    examples: [['token list', 'See which tokens are used and when they expire']],
    run: async (values) => await (await import('../commands/token.ts')).listAll(values),
  }),
  defineCommand({
    name: 'token revoke',
    summary: 'revoke an integration token; takes effect within a second',
    arguments: [{ name: 'id', summary: 'id of the token' }],
    options: ORGANIZATION,
    examples: [['token revoke 0197b3c2-5d1e-7c3a-9b54-2f8e6a1d4c70', 'Revoke a leaked token']],
    run: async (values, [id = '']) => await (await import('../commands/token.ts')).revoke(values, id),
  }),
  defineCommand({
    name: 'quota list',
    summary: 'show the usage and limits of an organization',
    options: ORGANIZATION,
    examples: [['quota list', 'See how much of each limit is used']],
    run: async (values) => await (await import('../commands/quota.ts')).listQuotas(values),
  }),
  defineCommand({
    name: 'quota set',
    summary: 'set a limit for one organization',
    arguments: [
      { name: 'name', summary: `one of ${QUOTA_NAMES.join(', ')}` },
      { name: 'limit', summary: 'a number, unlimited, or default for the limit of the installation' },
    ],
    options: ORGANIZATION,
    examples: [['quota set services 500 --organization Payments', 'Allow one organization more services']],
    run: async (values, [name = '', limit = '']) =>
      await (await import('../commands/quota.ts')).set(values, name, limit),
  }),
];
