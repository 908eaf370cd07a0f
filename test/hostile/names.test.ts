/** Hostile inputs, rows H1, H2 and H4 to H7: names, ids and image references in URLs. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { UPLOAD_PATH, useHostileAssay, type UploadChange } from '../support/hostile-assay.ts';
import { testRows } from '../support/hostile-rows.ts';

const hostile = useHostileAssay();

const NAME_INVALID = { status: 400, code: 'NAME_INVALID' };
const NUL_REFUSED = { status: 400, code: 'PARAMETER_INVALID', says: /NUL/ };
const SERVICE_UNKNOWN = { status: 404, code: 'SERVICE_UNKNOWN' };
const VERSION_UNKNOWN = { status: 404, code: 'VERSION_UNKNOWN' };
const IMAGE_INVALID = { status: 400, code: 'IMAGE_INVALID' };

function list(service: string): UploadChange {
  return { method: 'GET', target: `/api/v2/service/${service}/version`, body: undefined };
}

function uploadTo(service: string, version: string): UploadChange {
  return { target: `/api/v2/service/${service}/version/${version}/sbom` };
}

function get(target: string): UploadChange {
  return { method: 'GET', target, body: undefined };
}

describe('a name in a path', () => {
  const unknown = ['a%2Fb', 'a%2Fb%40sha256%3Aab', 'a%5Cb'];
  const paths = ['..', '%2e%2e', '.', 'a%2F..%2Fb', ''];
  const invisible = ['%0d%0a', '%1b', '%7f', '%c2%85', '%e2%80%ae', '%e2%80%8b', '%e2%80%a8'];
  const escaped = { ...NAME_INVALID, says: /\\u\{[0-9a-f]+\}/ };

  testRows(hostile, [
    ...unknown.map((name) => ({ name: `H1 ${name} is unknown`, change: () => list(name), ...SERVICE_UNKNOWN })),
    ...paths.flatMap((name) => [
      { name: `H1 "${name}" is no service`, change: () => uploadTo(name, '1.0'), ...NAME_INVALID },
      { name: `H1 "${name}" is no service to list`, change: () => list(name), ...NAME_INVALID },
      { name: `H1 "${name}" is no version`, change: () => uploadTo('svc', name), ...NAME_INVALID },
    ]),
    ...invisible.flatMap((code) => [
      { name: `H2 ${code} is no part of a service`, change: () => uploadTo(`a${code}b`, '1.0'), ...escaped },
      { name: `H2 ${code} is no part of a version`, change: () => uploadTo('svc', `1${code}0`), ...escaped },
    ]),
    { name: 'H2 NUL is no part of a service', change: () => uploadTo('a%00b', '1.0'), ...NUL_REFUSED },
    { name: 'H2 NUL is no part of a version', change: () => uploadTo('svc', '1%000'), ...NUL_REFUSED },
    { name: 'H4 512 characters', change: () => uploadTo('svc', 'v'.repeat(512)), status: 200 },
    { name: 'H4 513 characters', change: () => uploadTo('svc', 'v'.repeat(513)), ...NAME_INVALID },
    { name: 'H4 512 emoji', change: () => uploadTo('svc', encodeURIComponent('😀'.repeat(512))), status: 200 },
    { name: 'H4 513 emoji', change: () => uploadTo('svc', encodeURIComponent('😀'.repeat(513))), ...NAME_INVALID },
    {
      name: 'H4 2,049 characters',
      change: () => uploadTo('svc', 'v'.repeat(2_049)),
      status: 414,
      code: 'URL_TOO_LONG',
    },
    {
      name: 'H4 a path of 20 KB',
      change: () => uploadTo('svc', 'v'.repeat(20_000)),
      status: 431,
      code: 'HEADERS_TOO_LARGE',
    },
  ]);

  it('H1 can contain a slash, an at sign and a colon', async () => {
    const answer = await hostile.send(uploadTo('team%2Fapi', 'repo%2Fapp%40sha256%3Aab'), { status: 200 });
    expect(JSON.parse(answer.body.toString())).toMatchObject({ versionName: 'repo/app@sha256:ab' });

    const listed = await hostile.send(list('team%2Fapi'), { status: 200 });
    expect(JSON.parse(listed.body.toString())).toMatchObject([{ name: 'repo/app@sha256:ab' }]);
  });

  it('H1 can be "sbom"', async () => {
    await hostile.send(uploadTo('svc', 'sbom'), { status: 200 });

    const answer = await hostile.send(get('/api/v2/service/svc/version/sbom'), { status: 200 });
    expect(JSON.parse(answer.body.toString())).toMatchObject({ name: 'sbom' });
  });

  it('H5 is the same name in composed and decomposed Unicode form', async () => {
    const composed = await hostile.send(uploadTo(encodeURIComponent('caf\u00e9'), '1.0'), { status: 200 });
    const decomposed = await hostile.send(uploadTo(encodeURIComponent('cafe\u0301'), '1.0'), { status: 200 });

    const [first, second] = [composed, decomposed].map(
      ({ body }) => JSON.parse(body.toString()) as { serviceId: string },
    );
    expect(first?.serviceId).toBe(second?.serviceId);
  });
});

describe('an unknown UUID', () => {
  const id = randomUUID();

  testRows(hostile, [
    ...[id, id.toUpperCase()].flatMap((uuid) => [
      { name: `H6 ${spelling(uuid)} as service to list`, change: () => list(uuid), ...SERVICE_UNKNOWN },
      { name: `H6 ${spelling(uuid)} as service to upload to`, change: () => uploadTo(uuid, '1.0'), ...SERVICE_UNKNOWN },
      {
        name: `H6 ${spelling(uuid)} as version to list`,
        change: () => get(`/api/v2/service/svc/version/${uuid}/sbom`),
        ...VERSION_UNKNOWN,
      },
      { name: `H6 ${spelling(uuid)} as version to upload to`, change: () => uploadTo('svc', uuid), ...NAME_INVALID },
      {
        name: `H6 ${spelling(uuid)} as the name of a new service`,
        change: () => ({ target: '/api/v2/service', body: JSON.stringify({ name: uuid }) }),
        ...NAME_INVALID,
      },
    ]),
    { name: 'H6 without dashes is a name', change: () => uploadTo('svc', id.replaceAll('-', '')), status: 200 },
  ]);
});

function spelling(uuid: string): string {
  return uuid === uuid.toUpperCase() ? 'in upper case' : 'in lower case';
}

describe('an image reference', () => {
  const password = 'pass-word-of-a-registry';
  const image = (reference: string): UploadChange => ({
    target: `${UPLOAD_PATH}?image=${encodeURIComponent(reference)}`,
  });

  testRows(hostile, [
    { name: 'H7 may be missing', change: () => ({}), status: 200 },
    {
      name: 'H7 may have a port, a tag and a short digest',
      change: () => image('registry:5000/team/app:1.0@sha256:abc123'),
      status: 200,
    },
    { name: 'H7 may not be empty', change: () => image(''), ...IMAGE_INVALID },
    { name: 'H7 may have 512 characters', change: () => image('i'.repeat(512)), status: 200 },
    { name: 'H7 may not have 513', change: () => image('i'.repeat(513)), ...IMAGE_INVALID },
    { name: 'H7 may not hold a space', change: () => image('a b'), ...IMAGE_INVALID },
    { name: 'H7 may not be a path', change: () => image('../x'), ...IMAGE_INVALID },
    { name: 'H7 may not be a URL', change: () => image('https://reg/x'), ...IMAGE_INVALID },
  ]);

  it('H7 with a password is rejected, and the password is not repeated anywhere', async () => {
    hostile.secrets.add(password);

    await hostile.send(image(`u:${password}@reg/x`), IMAGE_INVALID);

    expect(hostile.assay.logs()).not.toContain(password);
  });
});
