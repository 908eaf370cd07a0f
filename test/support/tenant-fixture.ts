/** An organization with one of every resource that a path can address. A new kind of resource gets a member here. */
import { toUnsubscribeCode } from '../../src/events/notifications/unsubscribe.ts';
import { expect } from 'vitest';
import { aCycloneDx } from './documents.ts';
import { aMember, callAs } from './people.ts';
import { exchange } from './raw-connection.ts';
import type { TestAssay, TestOrganization } from './test-assay.ts';
import { hashRows } from './stored-rows.ts';
import { anOpenVex } from './vex.ts';
import { waitForPlans } from './wait-for-plans.ts';

export interface TenantFixture {
  readonly organization: TestOrganization;
  readonly organizationId: string;
  /** The cookie of a signed-in owner. */
  readonly cookie: string;
  readonly ownerEmail: string;
  readonly ownerId: string;
  readonly sessionId: string;
  /** The id of another member. */
  readonly personId: string;
  /** The code of a reset link for the other member. */
  readonly passwordResetCode: string;
  readonly invitationId: string;
  readonly invitationCode: string;
  readonly serviceId: string;
  readonly serviceName: string;
  readonly versionId: string;
  readonly versionName: string;
  readonly alias: string;
  readonly sbomId: string;
  readonly analysisId: string;
  readonly componentId: string;
  readonly findingId: string;
  /** Without a decision. */
  readonly openFindingId: string;
  readonly decisionId: string;
  readonly batchId: string;
  readonly commentId: string;
  readonly profileName: string;
  readonly vexId: string;
  readonly reachabilityId: string;
  readonly aiCallId: string;
  readonly tokenId: string;
  readonly webhookId: string;
  /** The same for the webhook and the notification rule. */
  readonly deliveryId: string;
  readonly notificationId: string;
  readonly unsubscribeCode: string;
}

interface Receipt {
  readonly id: string;
  readonly serviceId: string;
  readonly versionId: string;
  readonly analysisId: string;
}

/** Has a vulnerability in the starter set, so that there is a finding. */
const VULNERABLE = { type: 'library', name: 'lodash', version: '4.17.20', purl: 'pkg:npm/lodash@4.17.20' };

/** Has a vulnerability there too, and asks whether the service processes archives. */
const ASKING = { type: 'library', name: 'tar', version: '6.0.0', purl: 'pkg:npm/tar@6.0.0' };

/** `suffix` makes the names unique; equal lengths make responses comparable byte for byte. */
export async function createTenantFixture(assay: TestAssay, suffix: string): Promise<TenantFixture> {
  const organization = await assay.newOrganization();
  const [serviceName, versionName, alias] = [`service-${suffix}`, `version-${suffix}`, `alias-${suffix}`];
  const call = async (method: string, target: string, body?: unknown, more = {}): Promise<unknown> => {
    const answer = await exchange(assay.url, {
      method,
      target: `/api/v2${target}`,
      headers: {
        Host: 'test',
        Authorization: `Bearer ${organization.token}`,
        'Content-Type': 'application/json',
        ...more,
      },
      ...(body !== undefined && { body: Buffer.from(JSON.stringify(body)) }),
    });
    expect(answer.status).toBeLessThan(300);
    return JSON.parse(answer.body.toString());
  };
  const version = `/service/${serviceName}/version/${versionName}`;
  const receipt = (await call(
    'POST',
    `${version}/sbom?wait=60`,
    aCycloneDx({ components: [VULNERABLE, ASKING] }),
  )) as Receipt;
  await call('PUT', `${version}/alias/${alias}`);
  const [token] = (await call('GET', '/token')) as { id: string }[];
  const [component] = (await call('GET', `${version}/component`)) as { id: string }[];
  const [finding, open] = (await call('GET', `${version}/finding`)) as { id: string }[];
  const decide = { action: 'confirm', scope: 'version' };
  const decided = (await call('POST', `/finding/${finding?.id}/decision`, decide)) as { decisions: string[] };
  const bulk = { findings: [finding?.id], decision: { action: 'in_triage' } };
  const batch = (await call('POST', '/decision/bulk', bulk, { 'If-Match': '*' })) as { batchId: string };
  const comment = (await call('POST', `/finding/${finding?.id}/comment`, { text: 'Planned.' })) as { id: string };
  await call('PATCH', `/finding/${finding?.id}/work`, { dueOn: '2030-01-31' });
  const profileName = `profile-${suffix}`;
  await call('PUT', `/service/${serviceName}/profile/${profileName}`, { fields: {} });
  const vex = (await call('POST', `/service/${serviceName}/vex`, anOpenVex())) as { id: string };
  const scan = { config: { scan_level: 'symbol' } };
  const reachability = (await call('PUT', `${version}/reachability`, scan)) as { id: string };
  const invitation = (await call('POST', '/invitation', { email: `guest-${organization.id}@example.com` })) as {
    id: string;
    code: string;
  };
  // An event that never occurs, and a URL that is never called: its test message is rejected, and logged.
  const wanted = { url: 'https://1.1.1.1/', events: ['webhook.disabled'] };
  const webhook = (await call('POST', '/webhook', wanted)) as { id: string };
  await assay.database.inOrg(organization.id, async ({ client }) => {
    await client.query(`update webhook set url = 'https://127.0.0.1/' where id = $1`, [webhook.id]);
  });
  const delivery = (await call('POST', `/webhook/${webhook.id}/test`)) as { id: string };
  const notificationId = await createRule(assay, organization.id, { call, webhookId: webhook.id });
  const address = { orgId: organization.id, ruleId: notificationId };
  // A model whose URL is never called: the call is rejected, and recorded.
  await call('PATCH', '/organization/ai', { enabled: true, baseUrl: 'https://1.1.1.1/v1', model: 'none' });
  await assay.database.inOrg(organization.id, async ({ client }) => {
    await client.query(`update setting set value = value || '{"baseUrl": "https://127.0.0.1/v1"}' where name = 'ai'`);
  });
  await call('POST', '/organization/ai/test');
  const [aiCall] = (await call('GET', '/organization/ai/call')) as { id: string }[];
  const { id: sbomId, serviceId, versionId, analysisId } = receipt;
  return {
    organization,
    organizationId: organization.id,
    ...(await createPeople(assay, organization.id, finding?.id ?? '')),
    invitationId: invitation.id,
    invitationCode: invitation.code,
    serviceName,
    versionName,
    alias,
    serviceId,
    versionId,
    sbomId,
    analysisId,
    componentId: component?.id ?? '',
    findingId: finding?.id ?? '',
    openFindingId: open?.id ?? '',
    decisionId: decided.decisions[0] ?? '',
    batchId: batch.batchId,
    commentId: comment.id,
    profileName,
    vexId: vex.id,
    reachabilityId: reachability.id,
    aiCallId: aiCall?.id ?? '',
    tokenId: token?.id ?? '',
    webhookId: webhook.id,
    deliveryId: delivery.id,
    notificationId,
    unsubscribeCode: toUnsubscribeCode(address, RULE_RECIPIENT, RULE_SECRET),
  };
}

const RULE_SECRET = 'https://1.1.1.1/';
const RULE_RECIPIENT = 'ada@example.com';

/** A rule for e-mail, also where mail is not configured, with a copy of the delivery of the webhook. */
async function createRule(
  assay: TestAssay,
  orgId: string,
  from: { call(method: string, target: string, body?: unknown): Promise<unknown>; readonly webhookId: string },
): Promise<string> {
  const wanted = { name: 'Team', channel: 'slack', url: RULE_SECRET, events: ['webhook.disabled'] };
  const rule = (await from.call('POST', '/notification', wanted)) as { id: string };
  await assay.database.inOrg(orgId, async ({ client }) => {
    await client.query(`update webhook set channel = 'email', url = '', recipients = array[$2] where id = $1`, [
      rule.id,
      RULE_RECIPIENT,
    ]);
    await client.query(
      `insert into webhook_delivery (org_id, webhook_id, id, type, status, attempts, created_at, tried_since, event_ids)
       select org_id, $1, id, 'test', status, attempts, created_at, tried_since, '{}' from webhook_delivery where webhook_id = $2
       on conflict do nothing`,
      [rule.id, from.webhookId],
    );
  });
  return rule.id;
}

type People = Pick<TenantFixture, 'cookie' | 'ownerEmail' | 'ownerId' | 'sessionId' | 'personId' | 'passwordResetCode'>;

async function createPeople(assay: TestAssay, orgId: string, findingId: string): Promise<People> {
  const owner = await aMember(assay, orgId, 'owner');
  const member = await aMember(assay, orgId, 'member');
  const savedFilters = [{ name: 'Mine', query: '?severity=critical' }];
  const kept = await callAs(assay, owner.cookie, '/me', { method: 'PATCH', body: { savedFilters } });
  expect(kept.status).toBe(200);
  const handled = await callAs(assay, owner.cookie, `/finding/${findingId}/handled`, { method: 'PUT' });
  expect(handled.status).toBe(204);
  const [session] = (await (await callAs(assay, owner.cookie, '/session')).json()) as { id: string }[];
  const link = await callAs(assay, owner.cookie, `/member/${member.id}/password-reset`, { method: 'POST' });
  const { path } = (await link.json()) as { path: string };
  return {
    cookie: owner.cookie,
    ownerEmail: owner.email,
    ownerId: owner.id,
    sessionId: session?.id ?? '',
    personId: member.id,
    passwordResetCode: path.slice('/reset-password/'.length),
  };
}

/**
 * Waits until nothing changes any more, because the end of an analysis and the last use of a token are written after the
 * response.
 */
export async function waitForRest(assay: TestAssay, { organization, analysisId }: TenantFixture): Promise<void> {
  const isOver = async (): Promise<boolean> => {
    const answer = await assay.request(`/api/v2/analysis/${analysisId}`, { token: organization.token });
    return ((await answer.json()) as { finishedAt: string | null }).finishedAt !== null;
  };
  while (!(await isOver())) await pause();
  await waitForPlans(assay.database);
  let last = '';
  for (let now = 'unknown'; now !== last;) {
    last = now;
    await pause();
    now = JSON.stringify(await hashRows(assay.database, organization.id));
  }
}

async function pause(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 250));
}
