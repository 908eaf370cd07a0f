/** Hostile inputs for sessions and sign-in: requests that a browser never sends, and unauthenticated sign-in attempts. */
import { beforeAll, describe, expect, it } from 'vitest';
import { useHostileAssay } from '../support/hostile-assay.ts';
import { aMember, PASSWORD, type TestPerson } from '../support/people.ts';
import type { RawAnswer } from '../support/raw-answer.ts';
import { exchange } from '../support/raw-connection.ts';
import type { RawRequest } from '../support/raw-request.ts';

const hostile = useHostileAssay();
let ada: TestPerson;
beforeAll(async () => {
  const { id: orgId } = await hostile.assay.newOrganization();
  ada = await aMember(hostile.assay, orgId, 'owner', { email: 'ada@example.com' });
  hostile.secrets.add(PASSWORD, ada.cookie.split('=')[1] ?? '');
});

/** A request to change the user's own name, as the portal sends it, except for the headers of the row. */
function changeOf(headers: RawRequest['headers']): Parameters<typeof hostile.send>[0] {
  return {
    method: 'PATCH',
    target: '/api/v2/me',
    token: null,
    body: JSON.stringify({ name: 'Grace Hopper' }),
    headers: { Cookie: ada.cookie, 'Sec-Fetch-Site': 'same-origin', ...headers },
  };
}

const UNAUTHENTICATED = { status: 401, code: 'UNAUTHENTICATED' };
const REFUSED = { status: 403, code: 'ORIGIN_REFUSED' };

describe('a change request with a session', () => {
  it.each<[string, () => RawRequest['headers'], { status: number; code?: string }]>([
    ['as it should be', () => ({}), { status: 200 }],
    ['two headers of cookies, one session', () => ({ Cookie: ['theme=dark', ada.cookie] }), { status: 200 }],
    ['two sessions in one header', () => ({ Cookie: `${ada.cookie}; ${ada.cookie}` }), UNAUTHENTICATED],
    ['two sessions in two headers', () => ({ Cookie: [ada.cookie, ada.cookie] }), UNAUTHENTICATED],
    ['a session in quotes', () => ({ Cookie: ada.cookie.replace(/=(.*)/, '="$1"') }), UNAUTHENTICATED],
    ['bytes that are no text', () => ({ Cookie: 'assay_session=\u00ff\u00fe' }), UNAUTHENTICATED],
    ['ten thousand cookies', () => ({ Cookie: 'a=b;'.repeat(3_000) }), UNAUTHENTICATED],
    ['more cookies than fit', () => ({ Cookie: 'a=b;'.repeat(5_000) }), { status: 431, code: 'HEADERS_TOO_LARGE' }],
    ['two sites', () => ({ 'Sec-Fetch-Site': ['same-origin', 'cross-site'] }), REFUSED],
    ['the same site twice', () => ({ 'Sec-Fetch-Site': ['same-origin', 'same-origin'] }), REFUSED],
    ['a site in capitals', () => ({ 'Sec-Fetch-Site': 'Same-Origin' }), REFUSED],
    ['two origins', () => ({ Origin: ['http://a.example', 'http://b.example'] }), REFUSED],
    ['a host in disguise', () => ({ 'Sec-Fetch-Site': undefined, Origin: `http://x@${host()}.evil.example` }), REFUSED],
    ['user info before our host', () => ({ 'Sec-Fetch-Site': undefined, Origin: 'http://a:b@c.example' }), REFUSED],
    ['a method in a header', () => ({ 'Sec-Fetch-Site': undefined, 'X-HTTP-Method-Override': 'GET' }), REFUSED],
    ['an empty token as well', () => ({ Authorization: '' }), UNAUTHENTICATED],
    ['a wrong token as well', () => ({ Authorization: 'Bearer x' }), UNAUTHENTICATED],
  ])('%s', async (_case, toHeaders, expected) => {
    const answer = await hostile.send(changeOf(toHeaders()), expected);

    expect(answer.headers['set-cookie']).toBeUndefined();
  });
});

function host(): string {
  return new URL(hostile.assay.url).host;
}

describe('a sign-in', () => {
  it.each<[string, string, { status: number; code: string }]>([
    ['no body', '', { status: 400, code: 'BODY_INVALID' }],
    ['no object', '[]', { status: 400, code: 'BODY_INVALID' }],
    ['no text', '{"email":1,"password":{}}', { status: 400, code: 'BODY_INVALID' }],
    ['a list', '{"email":["ada@example.com"],"password":"x"}', { status: 400, code: 'BODY_INVALID' }],
    ['an operator', '{"email":{"$ne":""},"password":{"$ne":""}}', { status: 400, code: 'BODY_INVALID' }],
    ['a prototype', '{"__proto__":{"email":"ada@example.com"},"password":"x"}', { status: 400, code: 'BODY_INVALID' }],
    [
      'a huge password',
      JSON.stringify({ email: 'ada@example.com', password: 'x'.repeat(1_000_000) }),
      { status: 400, code: 'BODY_INVALID' },
    ],
    [
      'a body beyond the limit',
      JSON.stringify({ email: 'x'.repeat(1_100_000), password: 'x' }),
      { status: 413, code: 'BODY_TOO_LARGE' },
    ],
    ['SQL', JSON.stringify({ email: "x' or 1=1--@x", password: "' or ''='" }), { status: 401, code: 'SIGN_IN_FAILED' }],
    ['a pattern', JSON.stringify({ email: '%@example.com', password: '%' }), { status: 401, code: 'SIGN_IN_FAILED' }],
    ['a zero', JSON.stringify({ email: 'a\u0000@b', password: '\u0000' }), { status: 400, code: 'BODY_INVALID' }],
  ])('with %s', async (_case, body, expected) => {
    const answer = await hostile.send({ target: '/api/v2/session', token: null, body }, expected);

    expect(answer.headers['set-cookie']).toBeUndefined();
  });

  it('is rejected for a while after many failed attempts, with the time to wait', async () => {
    const signIn = async (email: string, password: string): Promise<RawAnswer> => {
      const body = JSON.stringify({ email, password });
      return await exchange(hostile.assay.url, hostile.upload({ target: '/api/v2/session', token: null, body }));
    };
    const answers: RawAnswer[] = [];
    for (let n = 0; n < 12; n += 1) answers.push(await signIn('unknown@example.com', 'a guess'));

    expect(answers.map(({ status }) => status)).toEqual([...Array<number>(10).fill(401), 429, 429]);
    expect(Number(answers.at(-1)?.headers['retry-after'])).toBeGreaterThan(0);
    expect((await signIn(ada.email, ada.password)).status).toBe(200);
  });
});
