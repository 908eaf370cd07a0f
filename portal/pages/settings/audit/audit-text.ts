/** Texts for audit entries: what was done as a sentence, and the differences that it made. */
import type { WireAuditEntry } from '../../../../src/api/contract/organization/organization.ts';
import type { AuditKind } from '../../../../src/core/vocabulary/audit.ts';
import { toPath } from '../../../api/api-client.ts';

/** Labels of the filter. */
export const AUDIT_KIND_LABELS: Readonly<Record<AuditKind, string>> = {
  organization: 'Organization',
  session: 'Sign-in',
  person: 'Accounts',
  member: 'Members',
  invitation: 'Invitations',
  token: 'Tokens',
  service: 'Services',
  version: 'Versions',
  alias: 'Aliases',
  sbom: 'SBOMs',
  profile: 'Security profiles',
  vex: 'VEX',
  question: 'Questions',
  reachability: 'Call analyses',
  analysis: 'Analyses',
  decision: 'Decisions',
  finding: 'Assignments',
  comment: 'Comments',
  demo: 'Demo',
  advisories: 'Advisory sources',
  ai: 'AI',
  webhook: 'Webhooks',
  notification: 'Notifications',
};

/** What the actor did, in the middle of a sentence; `*` is the name of the subject. */
const SENTENCES: Readonly<Record<string, string>> = {
  'organization.created': 'created the organization',
  'organization.updated': 'changed the organization',
  'organization.quota_changed': 'changed a quota',
  'session.started': 'signed in',
  'session.ended': 'signed out',
  'session.switched': 'switched to this organization',
  'person.updated': 'changed the account *',
  'person.password_changed': 'changed the password of *',
  'person.password_reset_requested': 'requested a password reset for *',
  'member.added': 'added the member *',
  'member.role_changed': 'changed the role of *',
  'member.removed': 'removed the member *',
  'invitation.created': 'invited *',
  'invitation.revoked': 'revoked the invitation of *',
  'token.created': 'created the token *',
  'token.revoked': 'revoked the token *',
  'token.owner_changed': 'changed the owner of the token *',
  'service.created': 'created the service *',
  'service.renamed': 'renamed the service *',
  'service.updated': 'changed the service *',
  'service.deleted': 'deleted the service *',
  'version.updated': 'changed the version *',
  'version.deleted': 'deleted the version *',
  'version.frozen': 'deleted the SBOMs of * by retention',
  'alias.set': 'set an alias of *',
  'alias.removed': 'removed an alias of *',
  'sbom.deleted': 'deleted an SBOM of *',
  'sbom.restored': 'restored an SBOM of *',
  'analysis.requested': 'requested an analysis of *',
  'analysis.retry_requested': 'retried failed analyses',
  'decision.made': 'decided about *',
  'decision.suggested': 'suggested a decision about *',
  'decision.reverted': 'reverted a decision about *',
  'finding.work_changed': 'changed the assignment or issue of *',
  'comment.added': 'commented on *',
  'comment.deleted': 'deleted a comment on *',
  'profile.created': 'created the security profile *',
  'profile.updated': 'changed the security profile *',
  'profile.deleted': 'deleted the security profile *',
  'vex.imported': 'imported a VEX document',
  'vex.deleted': 'deleted a VEX document',
  'question.answered': 'answered a question',
  'question.reverted': 'reverted an answer',
  'reachability.pushed': 'pushed a call analysis',
  'reachability.deleted': 'deleted a call analysis',
  'demo.loaded': 'loaded the demo',
  'ai.updated': 'changed the AI settings',
  'ai.tested': 'tested the AI connection',
  'ai.requested': 'requested an AI assessment of *',
  'advisories.refresh_requested': 'requested a sync of *',
  'webhook.created': 'created the webhook *',
  'webhook.updated': 'changed the webhook *',
  'webhook.deleted': 'deleted the webhook *',
  'webhook.secret_replaced': 'replaced the secret of the webhook *',
  'webhook.tested': 'tested the webhook *',
  'webhook.redelivery_requested': 'requested a redelivery by the webhook *',
  'webhook.disabled': 'disabled the webhook *',
  'notification.created': 'created the notification rule *',
  'notification.updated': 'changed the notification rule *',
  'notification.deleted': 'deleted the notification rule *',
  'notification.tested': 'tested the notification rule *',
  'notification.redelivery_requested': 'requested a redelivery by the notification rule *',
  'notification.disabled': 'disabled the notification rule *',
  'notification.unsubscribed': 'unsubscribed from the notification rule *',
};

interface AuditSentence {
  readonly before: string;
  /** Name of the subject; undefined if the sentence needs none. */
  readonly name: string | undefined;
  readonly after: string;
  /** Path of the subject in the portal; undefined: it has none, or was deleted. */
  readonly path: string | undefined;
}

type Entry = Pick<WireAuditEntry, 'action' | 'subject' | 'before' | 'after'>;

export function describeEntry({ action, subject, before, after }: Entry): AuditSentence {
  const sentence = Object.hasOwn(SENTENCES, action) ? SENTENCES[action] : undefined;
  const [start = '', end] = (sentence ?? `${action} *`).split('*');
  const name = toSubjectName(subject, after) ?? toSubjectName(subject, before) ?? subject.name ?? subject.id;
  return {
    before: start.trimEnd(),
    name: end === undefined ? undefined : name,
    after: end ?? '',
    path: end === undefined ? undefined : toSubjectPath(subject),
  };
}

/** Names as they were then: a service may have been renamed since, an invitation has only an address. */
const NAME_MEMBERS = ['vulnerability', 'email', 'name', 'url'];

function toSubjectName({ kind, name }: Entry['subject'], value: unknown): string | undefined {
  // The members of a version do not name its service.
  if (kind === 'version' || kind === 'sbom' || typeof value !== 'object' || value === null) return undefined;
  const members = value as Readonly<Record<string, unknown>>;
  const found = NAME_MEMBERS.map((member) => members[member]).find((each) => typeof each === 'string' && each !== '');
  if (typeof found !== 'string') return undefined;
  return kind === 'finding' && name !== null ? `${found} in ${name}` : found;
}

function toSubjectPath({ kind, service, version }: Entry['subject']): string | undefined {
  if (kind === 'advisory-source') return '/settings/sources';
  if (kind === 'token') return '/settings/tokens';
  if (kind === 'webhook') return '/settings/webhooks';
  if (kind === 'notification') return '/settings/notifications';
  if (kind === 'person' || kind === 'invitation') return '/settings/members';
  if (service === null) return undefined;
  return version === null ? toPath('services', service) : toPath('services', service, 'versions', version);
}

interface Difference {
  readonly name: string;
  readonly from: string | undefined;
  readonly to: string | undefined;
}

/** Lists members that differ. A value that is not an object counts as one member without a name. */
export function listDifferences(before: unknown, after: unknown): readonly Difference[] {
  const [left, right] = [toMembers(before), toMembers(after)];
  const names = [...new Set([...left.keys(), ...right.keys()])];
  return names
    .map((name) => ({ name, from: left.get(name), to: right.get(name) }))
    .filter(({ from, to }) => from !== to);
}

function toMembers(value: unknown): ReadonlyMap<string, string> {
  if (value === null || value === undefined) return new Map();
  if (typeof value !== 'object' || Array.isArray(value)) return new Map([['value', toText(value)]]);
  const given = Object.entries(value).filter(([, each]) => each !== null);
  return new Map(given.map(([name, each]) => [name, toText(each)]));
}

/** Keys of packages join an ecosystem and a name with a control character. */
function toText(value: unknown): string {
  return typeof value === 'string' ? value.replaceAll('\u001F', ' ') : JSON.stringify(value);
}
