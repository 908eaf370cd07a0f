/** Texts for audit entries: the action, and the differences that it made. */
import { findLabel } from '../../../text/format/labels.ts';

const ACTIONS: Readonly<Record<string, string>> = {
  'organization.created': 'Organization created',
  'organization.updated': 'Organization changed',
  'organization.quota_changed': 'Quota changed',
  'session.started': 'Signed in',
  'session.ended': 'Signed out',
  'session.switched': 'Switched to this organization',
  'person.updated': 'Account changed',
  'person.password_changed': 'Password changed',
  'person.password_reset_requested': 'Password reset requested',
  'member.added': 'Member added',
  'member.role_changed': 'Role changed',
  'member.removed': 'Member removed',
  'invitation.created': 'Invitation created',
  'invitation.revoked': 'Invitation revoked',
  'token.created': 'Token created',
  'token.revoked': 'Token revoked',
  'token.owner_changed': 'Token owner changed',
  'service.created': 'Service created',
  'service.renamed': 'Service renamed',
  'service.updated': 'Service changed',
  'service.deleted': 'Service deleted',
  'version.updated': 'Version changed',
  'version.deleted': 'Version deleted',
  'version.frozen': 'SBOMs deleted by retention',
  'alias.set': 'Alias set',
  'alias.removed': 'Alias removed',
  'sbom.deleted': 'SBOM deleted',
  'sbom.restored': 'SBOM restored',
  'analysis.requested': 'Analysis requested',
  'analysis.retry_requested': 'Failed analyses retried',
  'decision.made': 'Decision made',
  'decision.reverted': 'Decision reverted',
  'finding.work_changed': 'Assignment or issue changed',
  'comment.added': 'Comment added',
  'comment.deleted': 'Comment deleted',
  'profile.created': 'Security profile created',
  'profile.updated': 'Security profile changed',
  'profile.deleted': 'Security profile deleted',
  'vex.imported': 'VEX document imported',
  'vex.deleted': 'VEX document deleted',
  'question.answered': 'Question answered',
  'question.reverted': 'Answer reverted',
  'reachability.pushed': 'Call analysis pushed',
  'reachability.deleted': 'Call analysis deleted',
  'demo.loaded': 'Demo loaded',
  'ai.updated': 'AI settings changed',
  'ai.tested': 'AI connection tested',
  'ai.requested': 'AI assessment requested',
  'advisories.refresh_requested': 'Advisory sync requested',
  'webhook.created': 'Webhook created',
  'webhook.updated': 'Webhook changed',
  'webhook.deleted': 'Webhook deleted',
  'webhook.secret_replaced': 'Webhook secret replaced',
  'webhook.tested': 'Webhook tested',
  'webhook.redelivery_requested': 'Webhook redelivery requested',
  'webhook.disabled': 'Webhook disabled',
};

/** An action unknown to this portal is returned unchanged. */
export function describeAction(action: string): string {
  return findLabel(ACTIONS, action);
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

function toText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
