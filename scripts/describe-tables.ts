/** Generates the list of tables in `src/store/README.md`: the class of each from the migrations, its content from the list below. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { toTable } from './to-table.ts';

const MIGRATIONS = 'src/store/migrations';

/** Content of each table, grouped as in the document. */
export const TABLE_CONTENTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'Organizations and people': {
    installation: 'One row after the first start, with a value sealed by the secret key',
    organization: 'Organizations',
    organization_usage: 'Counters of quotas, and limits that an operator has set',
    person: 'Accounts, with an argon2id hash of the password',
    membership: 'One role per person and organization',
    session: 'SHA-256 of a session cookie, with its person and organization',
    invitation: 'Invitations and their outcome',
    invitation_directory: 'SHA-256 of the code in an invitation link',
    password_reset: 'SHA-256 of the code in a password reset link',
    token: 'Integration tokens, without the secret',
    token_directory: 'Public token id, with its organization and the SHA-256 of the token',
    setting: 'Settings of the organization',
    saved_filter: 'Saved filters of members',
    audit_entry:
      'Audit log: actor, change, values before and after; entries are never changed, and deleted only by the retention of the organization',
  },
  'Services and documents': {
    service: 'Services',
    service_version: 'Versions with tags, git metadata, `generation` and `analyzed_generation`',
    version_name: 'Names and aliases of versions in one namespace per service',
    sbom: 'SBOMs of a version, one active per slot',
    blob: 'Raw documents by SHA-256, not shared between organizations',
    blob_chunk: 'Zstandard-compressed pieces of 1 MiB',
    component:
      'Distinct package versions of an organization ([ADR 016](../../docs/adr/016-a-component-is-a-package-version.md))',
    component_key: 'Package keys under which advisories may list a component',
    component_chunk:
      'Consecutive components of documents, with scope, spelling and the operating system package that owns each; equal chunks are stored once ([ADR 063](../../docs/adr/063-component-sets-share-chunks.md))',
    component_set_chunk: 'Chunks of each component set; the view `component_set` joins both tables',
    component_set_unused: 'Component sets without a document, until they are removed',
  },
  'Analyses and findings': {
    analysis: 'Analyses with their stages, outcome and coverage',
    component_memo: 'Snapshot at which a component was last matched',
    component_match: 'Matches of a component',
    finding: 'A vulnerability in a package of a service, across versions',
    version_finding: 'Presence of a finding in a version, from one publication to another',
    newest_finding:
      'Open findings of the newest version of each service, for the lists of an organization ([ADR 067](../../docs/adr/067-findings-of-newest-versions.md))',
    open_finding_count:
      'Number of open findings of the newest version of each service, also by facet ([ADR 093](../../docs/adr/093-counts-of-open-findings.md), [106](../../docs/adr/106-counts-by-facet.md))',
    daily_change:
      'Open findings and risk that a service gained or lost on a day ([ADR 071](../../docs/adr/071-changes-per-day.md))',
    finding_detail: 'Details of findings, each content stored once',
    remediation_plan: 'Upgrade plan of a version, packed',
    remediation_check: 'Results of a plan in the next version',
  },
  Relevance: {
    decision: 'Decisions about findings with their conditions; rows are superseded, never changed',
    opinion_clock:
      'Number of changes of opinions about each service, and about all services ([ADR 107](../../docs/adr/107-changes-of-opinions-during-a-publication.md))',
    finding_work: 'Assignee, due date and issue of a finding',
    finding_comment: 'Comments on findings',
    inbox_handled: 'Findings that a member has handled in the inbox, with their state at that time',
    vex_document: 'Imported VEX documents',
    vex_statement: 'Statements of VEX documents',
    vex_statement_id: 'Vulnerability ids of each statement',
    reachability_document: 'Analyses of calls in the build of a version, with their statements',
    version_question: 'Questions whose answers settle findings of a version',
    question_answer: 'Answers to questions about a service',
    profile: 'Security profiles',
    profile_version: 'Immutable versions of profiles',
    profile_document: 'Uploaded documents of profiles: manifests, seccomp, AppArmor and others',
    model_answer: 'Answers of AI models, by question',
    ai_assessment: 'Questions asked about a finding',
    pending_assessment: 'Versions whose AI assessment is pending, with the time of the next attempt',
    ai_call: 'Calls of AI models',
    ai_day: 'AI costs per day',
    ai_budget: 'AI budget, the lock for reservations',
    ai_reservation: 'Amounts reserved for calls in progress',
  },
  'Events, webhooks and jobs': {
    event: 'Events, append-only',
    event_clock: 'Last assigned event position',
    webhook:
      'Webhooks and notification rules, with the sealed secret ([ADR 081](../../docs/adr/081-notification-rules-are-webhooks.md))',
    webhook_delivery: 'Messages, their outcome and next attempt; digests that are not due yet',
    webhook_due: 'Next delivery time of each enabled webhook, read for all organizations at once',
    queue_turn: 'Last turn of an organization in each queue',
    queue_clock: 'Last turn of each queue',
  },
  Advisories: {
    advisory_source: 'Advisory sources, their status and age',
    advisory_directory: 'Import status of each directory of a source',
    advisory_clock: 'Next snapshot number',
    advisory_snapshot: 'Snapshots: the data that a result was computed from',
    advisory_record: 'Records, with alias group and raw bytes',
    advisory_revision: 'Records before a snapshot replaced or removed them',
    affected_entry: 'Packages that a record lists as affected; of equal copies one is used',
    alias: 'Ids of the same vulnerability',
    group_revision: 'Snapshot that last changed the description of a vulnerability',
    release_state: 'Releases for which a missing entry means "not affected", and since which snapshot',
    package_key: 'Snapshot that last changed a package key',
    package_source: 'Source packages of operating system packages',
    package_archive: 'Archives of distributions whose package index is loaded, with the time of the index',
    archived_source: 'Versions of source packages in these archives',
    enrichment: 'KEV, EPSS and SSVC data per CVE id',
    staged_record: 'Records of an import in progress',
    staged_entry: 'Affected packages of an import in progress',
    staged_package_source: 'Source packages of an import in progress',
  },
};

type TableClass = 'organization' | 'shared' | 'staging';

/** A statement that creates, renames, drops or protects a table. */
const STATEMENT =
  /^(?:create (?<unlogged>unlogged )?table (?<created>[a-z_]+)|drop table (?<dropped>[a-z_]+)|alter table (?<altered>[a-z_]+) (?:rename to (?<renamed>[a-z_]+)|force row))/gm;

/** Tables that exist after all migrations, with their class. */
export function listTables(root: string): ReadonlyMap<string, TableClass> {
  const classes = new Map<string, TableClass>();
  for (const file of readdirSync(join(root, MIGRATIONS)).toSorted()) {
    for (const { groups = {} } of readFileSync(join(root, MIGRATIONS, file), 'utf8').matchAll(STATEMENT)) {
      const { unlogged, created, dropped, altered = '', renamed } = groups;
      if (created !== undefined) classes.set(created, unlogged === undefined ? 'shared' : 'staging');
      else if (dropped !== undefined) classes.delete(dropped);
      else if (renamed === undefined) classes.set(altered, 'organization');
      else {
        classes.set(renamed, classes.get(altered) ?? 'shared');
        classes.delete(altered);
      }
    }
  }
  return classes;
}

export function describeTables(root: string): string {
  const classes = listTables(root);
  return Object.entries(TABLE_CONTENTS)
    .map(([group, contents]) => {
      const rows = Object.entries(contents).map(([name, content]) => [
        `\`${name}\``,
        classes.get(name) ?? '?',
        content,
      ]);
      return `### ${group}\n\n${toTable(['Table', 'Class', 'Content'], rows)}`;
    })
    .join('\n');
}
