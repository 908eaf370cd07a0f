/** Questions about services: asked at publication, answered for one or several services, reverted, expired. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { WireOrganizationQuestion, WireQuestion } from '../../../src/api/contract/findings/question.ts';
import type { WireAuditEntry } from '../../../src/api/contract/organization/organization.ts';
import { DAY_MS } from '../../../src/core/calendar.ts';
import { listVersionsWithExpiredOpinions } from '../../../src/store/portfolio/versions/versions-to-analyze.ts';
import { anAffected, anOsvRecord } from '../../support/advisories.ts';
import { openDecisionDesk, type DecisionDesk } from '../../support/decision-desk.ts';
import { startMirroredAssay } from '../../support/mirrored-assay.ts';
import type { TestAssay } from '../../support/test-assay.ts';

const CRITICAL = [{ type: 'CVSS_V3', score: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H' }];
const MEDIUM = [{ type: 'CVSS_V3', score: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:L/A:N' }];
const LOCAL = [{ type: 'CVSS_V3', score: 'CVSS:3.1/AV:L/AC:L/PR:L/UI:N/S:U/C:L/I:N/A:N' }];

/** `tar` and `adm-zip` read archives; the advisory of `adm-zip` is guarded. */
const RECORDS = [
  { name: 'tar', severity: MEDIUM },
  { name: 'adm-zip', severity: CRITICAL },
  { name: 'marked', severity: MEDIUM },
  { name: 'left-pad', severity: LOCAL },
  { name: 'colors', severity: MEDIUM },
].map(({ name, severity }, n) =>
  anOsvRecord({
    id: `GHSA-aaaa-bbbb-ccc${n}`,
    aliases: [`CVE-2024-2000${n}`],
    summary: `Something in ${name}`,
    severity,
    affected: [anAffected({ name, events: [{ introduced: '0' }] })],
  }),
);
const PACKAGES = ['tar@6.0.0', 'adm-zip@0.5.0', 'marked@1.0.0', 'left-pad@1.0.0', 'colors@1.0.0'];
const ARCHIVES = 'Does this service process archives or compressed files from untrusted sources?';

let assay: TestAssay;
let desk: DecisionDesk;

beforeAll(async () => {
  assay = await startMirroredAssay({ npm: RECORDS });
});
afterAll(async () => {
  await assay.stop();
});
beforeEach(async () => {
  desk = await openDecisionDesk(assay);
  await desk.upload('shop', '1.0', PACKAGES);
});

async function listQuestions(query = '', service = 'shop'): Promise<WireQuestion[]> {
  const { status, body } = await desk.call<WireQuestion[]>('GET', `/service/${service}/question${query}`);
  expect(status).toBe(200);
  return body;
}

async function findQuestion(text = ARCHIVES, query = '?state=open,answered'): Promise<WireQuestion> {
  const found = (await listQuestions(query)).find((question) => question.text === text);
  if (found === undefined) throw new Error(`The service is not asked: ${text}`);
  return found;
}

async function answer(body: object, id?: string): Promise<number> {
  const path = `/service/shop/question/${id ?? (await findQuestion()).id}/answer`;
  const { status } = await desk.call('PUT', path, { body });
  await desk.rest();
  return status;
}

async function judge(service = 'shop', version = '1.0'): Promise<Record<string, string>> {
  const findings = await desk.list(service, version);
  return Object.fromEntries(
    findings.map(({ component, relevance: { status, reasons, suggestion } }) => [
      component.name,
      [status, ...reasons.map(({ code, effect }) => `${code}:${effect}`), ...(suggestion ? ['suggested'] : [])].join(
        ' ',
      ),
    ]),
  );
}

const UNDECIDED = {
  tar: 'relevant',
  'adm-zip': 'relevant',
  marked: 'relevant',
  'left-pad': 'relevant',
  colors: 'relevant',
};

describe('GET /service/{service}/question', () => {
  it('returns the questions with the findings that their answers settle', async () => {
    const questions = await listQuestions();

    expect(questions.map(({ text, settles }) => [text, settles])).toEqual(
      expect.arrayContaining([
        [ARCHIVES, { dismiss: 1, deprioritize: 0, suggest: 1 }],
        ['Does this service process Markdown from untrusted sources?', { dismiss: 1, deprioritize: 0, suggest: 0 }],
        [
          'Can untrusted users run programs on the hosts or in the containers of this service?',
          { dismiss: 0, deprioritize: 1, suggest: 0 },
        ],
      ]),
    );
    expect(questions).toHaveLength(3);
    expect((await findQuestion()).findings).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          vulnerability: 'CVE-2024-20000',
          package: 'tar',
          version: '6.0.0',
          effect: 'dismiss',
        }),
        expect.objectContaining({ vulnerability: 'CVE-2024-20001', package: 'adm-zip', effect: 'suggest' }),
      ]),
    );
  });

  it('pages', async () => {
    expect(await listQuestions('?limit=1&offset=1')).toHaveLength(1);
  });
});

describe('an answer', () => {
  it('"no" dismisses what rests on it, suggests for guarded findings, and can be reverted', async () => {
    expect(await answer({ answer: 'no', note: 'Only JSON.' })).toBe(204);

    expect(await judge()).toEqual({
      ...UNDECIDED,
      tar: 'not_relevant answered-question:dismiss',
      'adm-zip': 'relevant answered-question:dismiss suggested',
    });
    const { relevance } = await desk.find('shop', '1.0', 'tar');
    expect(relevance.reasons[0]).toMatchObject({ actor: 'R27 v1', justification: 'code_not_reachable' });
    expect(relevance.reasons[0]?.evidence).toContainEqual(
      expect.objectContaining({ type: 'answer', path: ARCHIVES, value: expect.stringContaining('Only JSON.') }),
    );
    expect((await listQuestions()).map(({ text }) => text)).not.toContain(ARCHIVES);
    const answered = await listQuestions('?state=answered');
    expect(answered).toMatchObject([
      { text: ARCHIVES, answer: { answer: 'no', note: 'Only JSON.' }, settles: { dismiss: 1, suggest: 1 } },
    ]);

    const { status } = await desk.call('DELETE', `/service/shop/question/${answered[0]?.id}/answer`);
    await desk.rest();
    expect(status).toBe(204);
    expect(await judge()).toEqual(UNDECIDED);
    expect((await findQuestion()).answer).toBeNull();
  });

  it('is recorded in the audit log, and as the cause of changed relevance', async () => {
    const { id } = await findQuestion();
    await answer({ answer: 'no' }, id);
    await desk.call('DELETE', `/service/shop/question/${id}/answer`);
    await desk.rest();

    const { body: entries } = await desk.call<WireAuditEntry[]>('GET', '/audit');
    expect(entries.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['question.answered', 'question.reverted']),
    );
    const { body: events } = await desk.call<{ type: string; cause?: string }[]>(
      'GET',
      '/event?type=relevance.changed',
    );
    expect(events.map(({ cause }) => cause)).toEqual(['decision', 'decision']);
  });

  it('"yes" adds a note, and "unknown" only hides the question', async () => {
    await answer({ answer: 'yes' });
    expect(await judge()).toMatchObject({ tar: 'relevant answered-question:annotate' });

    await answer({ answer: 'unknown' });
    expect(await judge()).toEqual(UNDECIDED);
    expect((await listQuestions()).map(({ text }) => text)).not.toContain(ARCHIVES);
  });

  it('about users only lowers findings', async () => {
    const question = 'Can untrusted users run programs on the hosts or in the containers of this service?';
    await answer({ answer: 'no' }, (await findQuestion(question)).id);

    expect(await judge()).toMatchObject({ 'left-pad': 'deprioritized answered-question:deprioritize' });
  });

  it('applies to later versions until the major version of the package changes', async () => {
    await answer({ answer: 'no' });

    await desk.upload('shop', '1.1', ['tar@6.2.0']);
    expect(await judge('shop', '1.1')).toEqual({ tar: 'not_relevant answered-question:dismiss' });

    await desk.upload('shop', '2.0', ['tar@7.0.0']);
    expect(await judge('shop', '2.0')).toEqual({ tar: 'relevant' });
    expect(await findQuestion(ARCHIVES, '')).toMatchObject({ askedAgain: 'version', answer: { answer: 'no' } });

    await answer({ answer: 'no' });
    expect(await judge('shop', '2.0')).toEqual({ tar: 'not_relevant answered-question:dismiss' });
  });

  it('no longer counts when it has expired, and the question is asked again', async () => {
    const expiresAt = new Date(Date.now() + DAY_MS).toISOString();
    await answer({ answer: 'no', expiresAt });
    await assay.database.inOrg(desk.organization.id, async ({ client }) => {
      const { rows } = await client.query<{ at: Date }>(
        `select relevance_expires_at as at from version_finding where relevance = 'not_relevant' and known_to is null`,
      );
      expect(rows.map(({ at }) => at.toISOString())).toEqual([expiresAt]);
      await client.query(`update question_answer set expires_at = now()`);
    });
    const expired = await assay.database.inOrg(
      desk.organization.id,
      async (tx) => await listVersionsWithExpiredOpinions(tx, new Date().toISOString(), 10),
    );
    expect(expired).toHaveLength(1);

    await desk.upload('shop', '1.0', [...PACKAGES, 'other@1.0.0']);

    expect(await judge()).toEqual(UNDECIDED);
    expect(await findQuestion(ARCHIVES, '')).toMatchObject({ askedAgain: 'expired' });
  });

  it.each([
    ['an expiry in the past', { answer: 'no', expiresAt: '2020-01-01T00:00:00Z' }, 400],
    ['an expiry that is too late', { answer: 'no', expiresAt: '2999-01-01T00:00:00Z' }, 400],
    ['another word', { answer: 'maybe' }, 400],
  ])('is rejected with %s', async (_, body, status) => {
    expect(await answer(body)).toBe(status);
  });

  it('is rejected for a question that no version asks', async () => {
    for (const id of ['0199f3a2-7c1e-7b52-9d3a-4f1c2b6e8a10', 'x']) {
      expect(await answer({ answer: 'no' }, id)).toBe(404);
      expect((await desk.call('DELETE', `/service/shop/question/${id}/answer`)).status).toBe(404);
    }
  });

  it('needs the permission to triage', async () => {
    const { id } = await findQuestion();
    const cookie = await desk.signIn('viewer');

    const { status } = await desk.call('PUT', `/service/shop/question/${id}/answer`, {
      cookie,
      body: { answer: 'no' },
    });

    expect(status).toBe(403);
  });
});

describe('GET /question', () => {
  it('ranks questions over all services, and one request answers several of them', async () => {
    await desk.upload('other', '1.0', ['tar@6.0.0']);
    const { body } = await desk.call<WireOrganizationQuestion[]>('GET', '/question');

    expect(body[0]).toMatchObject({ text: ARCHIVES, settles: { dismiss: 2, deprioritize: 0 }, serviceCount: 2 });
    expect(body[0]?.services.map(({ name }) => name).toSorted()).toEqual(['other', 'shop']);
    expect(body[0]?.id).toBe((await findQuestion()).id);

    const path = `/question/${body[0]?.id}/answer`;
    const missing = await desk.call('PUT', path, { body: { answer: 'no', services: ['shop', 'missing'] } });
    expect(missing.status).toBe(404);
    expect((await findQuestion()).answer).toBeNull();
    const { status } = await desk.call('PUT', path, { body: { answer: 'no', services: ['shop', 'other'] } });
    await desk.rest();

    expect(status).toBe(204);
    expect(await judge('other')).toEqual({ tar: 'not_relevant answered-question:dismiss' });
    expect(await judge()).toMatchObject({ tar: 'not_relevant answered-question:dismiss' });
    const { body: left } = await desk.call<WireOrganizationQuestion[]>('GET', '/question');
    expect(left.map(({ text }) => text)).not.toContain(ARCHIVES);
  });

  it('shows nothing of another organization', async () => {
    const stranger = await openDecisionDesk(assay);
    const { id } = await findQuestion();

    expect((await stranger.call('GET', '/question')).body).toEqual([]);
    expect((await stranger.call('GET', '/service/shop/question')).status).toBe(404);
    const body = { answer: 'no', services: ['shop'] };
    expect((await stranger.call('PUT', `/question/${id}/answer`, { body })).status).toBe(404);
    expect((await findQuestion()).answer).toBeNull();
  });
});
