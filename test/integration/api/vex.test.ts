/** VEX documents: trusted authors, scope and replacement, and an export with the same meaning when it is imported again. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { WireVexDocument, WireVexReceipt } from '../../../src/api/contract/findings/vex.ts';
import { checkStrictly } from '../../../src/threads/schema/check-strictly.ts';
import { JSON_FORMATS } from '../../../src/threads/schema/bounded-ajv.ts';
import { DESK_RECORDS, openDecisionDesk, type DecisionDesk } from '../../support/decision-desk.ts';
import { startMirroredAssay } from '../../support/mirrored-assay.ts';
import { readOfficialSchema } from '../../support/real-data.ts';
import type { TestAssay } from '../../support/test-assay.ts';
import { aCsafVex } from '../../support/csaf.ts';
import { anOpenVex } from '../../support/vex.ts';

let assay: TestAssay;
let desk: DecisionDesk;

beforeAll(async () => {
  assay = await startMirroredAssay(DESK_RECORDS);
});
afterAll(async () => {
  await assay.stop();
});
beforeEach(async () => {
  desk = await openDecisionDesk(assay);
  await desk.upload('shop', '1.0', ['left-pad@1.0.0', 'colors@1.0.0', 'builder@1.0.0!']);
});

async function trust(author: string, level: 'organization' | 'supplier' = 'supplier'): Promise<void> {
  const vexAuthors = [{ author, trust: level }];
  expect((await desk.call('PATCH', '/organization', { body: { vexAuthors } })).status).toBe(200);
}

async function send(path: string, body: object, token?: string): Promise<WireVexReceipt & { code?: string }> {
  const answer = await desk.call<WireVexReceipt>('POST', path, { body, ...(token !== undefined && { token }) });
  await desk.rest();
  return answer.body;
}

const openVexSchema = readOfficialSchema('vex/openvex.schema.json');
const ajv = new Ajv2020({ strict: false, formats: { ...JSON_FORMATS, iri: /^[a-z][a-z0-9+.-]*:\S+$/ } });

/** Validates against the official schemas; that of OpenVEX is only available with ASSAY_TEST_DATA. */
function problemsOf(format: 'cyclonedx' | 'openvex', text: string): readonly unknown[] {
  const bytes = new TextEncoder().encode(text);
  if (format === 'cyclonedx') return checkStrictly({ format, specVersion: '1.6', path: '', bytes });
  const validate = openVexSchema && ajv.compile(openVexSchema);
  validate?.(JSON.parse(text));
  return validate?.errors ?? [];
}

async function statusOf(packageName: string, service = 'shop', version = '1.0'): Promise<string> {
  return (await desk.find(service, version, packageName)).relevance.status;
}

describe('a VEX document', () => {
  it.each(['/service/shop/version/1.0/vex', '/service/shop/vex', '/vex'])(
    'of a trusted author takes effect when it is sent to %s',
    async (path) => {
      await trust('Vendor');

      const receipt = await send(path, anOpenVex());

      expect(receipt).toMatchObject({ author: 'Vendor', trust: 'supplier', statementCount: 1, reanalyzed: 1 });
      expect(await statusOf('left-pad')).toBe('not_relevant');
      expect(await statusOf('colors')).toBe('relevant');
    },
  );

  it('of an untrusted author is only shown until the author is trusted, and again when the trust is removed', async () => {
    await send('/service/shop/vex', anOpenVex());
    const finding = await desk.find('shop', '1.0', 'left-pad');
    expect(finding.relevance).toMatchObject({ status: 'relevant', reasons: [{ kind: 'vex', actor: 'Vendor' }] });

    await trust('Vendor');
    await desk.rest();
    expect(await statusOf('left-pad')).toBe('not_relevant');

    await trust('Another');
    await desk.rest();
    expect(await statusOf('left-pad')).toBe('relevant');
  });

  it('applies to later versions, and to no other service', async () => {
    await trust('Vendor');
    await send('/service/shop/vex', anOpenVex());

    await desk.upload('shop', '1.1', ['left-pad@1.0.0']);
    await desk.upload('other', '1.0', ['left-pad@1.0.0']);

    expect(await statusOf('left-pad', 'shop', '1.1')).toBe('not_relevant');
    expect(await statusOf('left-pad', 'other')).toBe('relevant');
  });

  it('can be a CSAF document, of which the one with the later date counts', async () => {
    await trust('Example Vendor');
    const aVendorDocument = (status: 'fixed' | 'known_affected', modified: string): object =>
      aCsafVex([{ name: 'left-pad', purl: 'pkg:npm/left-pad@1.0.0', status }], { id: 'CVE-2024-10001', modified });

    const newer = await send('/vex', aVendorDocument('fixed', '2026-02-01T00:00:00Z'));
    expect(newer).toMatchObject({ format: 'csaf', author: 'Example Vendor', statementCount: 1, reanalyzed: 1 });
    expect(await statusOf('left-pad')).toBe('not_relevant');

    await send('/vex', aVendorDocument('known_affected', '2026-01-01T00:00:00Z'));
    expect(await statusOf('left-pad')).toBe('not_relevant');
  });

  it('changes nothing when the same bytes are sent again', async () => {
    const first = await send('/vex', anOpenVex());
    const second = await send('/vex', anOpenVex());

    expect(second).toMatchObject({ id: first.id, deduplicated: true, reanalyzed: 0 });
  });

  it('replaces an older version of itself, whichever is uploaded first', async () => {
    await trust('Vendor');
    const old = await send('/vex', anOpenVex());
    const next = anOpenVex(
      { version: 2, timestamp: '2026-02-01T00:00:00Z' },
      { status: 'affected', action_statement: 'Update.', justification: undefined },
    );
    const newer = await send('/vex', next);
    expect(newer.supersedes).toEqual([old.id]);
    expect(await desk.find('shop', '1.0', 'left-pad')).toMatchObject({
      relevance: { status: 'relevant', basis: 'vex' },
    });

    const late = await send('/vex', anOpenVex({}, { impact_statement: 'Sent once more.' }));
    expect(late.supersededBy).toBe(newer.id);
    expect(await statusOf('left-pad')).toBe('relevant');
    const { body: listed } = await desk.call<WireVexDocument[]>('GET', '/vex');
    const { body: all } = await desk.call<WireVexDocument[]>('GET', '/vex?all=true');
    expect(listed.map(({ id }) => id)).toEqual([newer.id]);
    expect(all.map(({ id }) => id)).toEqual([late.id, newer.id, old.id]);
  });

  it('has no effect once it is deleted', async () => {
    await trust('Vendor');
    const { id } = await send('/service/shop/version/1.0/vex', anOpenVex());
    const { body: ofVersion } = await desk.call<WireVexDocument[]>('GET', '/service/shop/version/1.0/vex');
    expect(ofVersion).toMatchObject([{ id, scope: 'version', service: { name: 'shop' }, version: { name: '1.0' } }]);

    expect((await desk.call('DELETE', `/vex/${id}`)).status).toBe(204);
    await desk.rest();

    expect(await statusOf('left-pad')).toBe('relevant');
    expect((await desk.call('DELETE', `/vex/${id}`)).body.code).toBe('VEX_UNKNOWN');
  });

  it('is returned unchanged', async () => {
    const text = JSON.stringify(anOpenVex());
    const { id } = await send('/vex', anOpenVex());

    const raw = await assay.request(`/api/v2/vex/${id}/raw`, { token: desk.organization.token });

    expect(await raw.text()).toBe(text);
  });

  it.each([
    ['what is no VEX', { hello: 'world' }, 400, 'VEX_FORMAT_UNKNOWN'],
    ['CSAF', { document: { csaf_version: '2.0' } }, 415, 'VEX_FORMAT_UNSUPPORTED'],
    ['an old CycloneDX', { bomFormat: 'CycloneDX', specVersion: '1.2' }, 400, 'VEX_VERSION_UNSUPPORTED'],
  ])('is rejected when it is %s', async (_, body, status, code) => {
    expect(await desk.call('POST', '/vex', { body })).toMatchObject({ status, body: { code } });
  });

  it('for the whole organization requires the scope to change its settings', async () => {
    const token = await desk.organization.newToken({ scopes: ['read', 'triage'] });
    const { id } = await send('/vex', anOpenVex());

    expect((await desk.call('POST', '/service/shop/vex', { body: anOpenVex(), token })).status).toBe(200);
    expect((await desk.call('POST', '/vex', { body: anOpenVex(), token })).body.code).toBe('SCOPE_MISSING');
    expect((await desk.call('DELETE', `/vex/${id}`, { token })).body.code).toBe('SCOPE_MISSING');
  });
});

describe('an exported VEX document', () => {
  it.each(['cyclonedx', 'openvex'] as const)(
    'in the format %s means the same in a fresh organization, and has the same bytes for the same state',
    async (format) => {
      const { id } = await desk.find('shop', '1.0', 'left-pad');
      const decision = { action: 'not_affected', justification: 'code_not_reachable', detail: 'Never called.' };
      await desk.decide(id, decision);
      const { id: confirmed } = await desk.find('shop', '1.0', 'colors');
      await desk.decide(confirmed, { action: 'confirm' });
      await desk.rest();
      const before = await desk.statuses();
      const path = `/api/v2/service/shop/version/1.0/vex?format=${format}`;
      const read = async (): Promise<string> =>
        await (await assay.request(path, { token: desk.organization.token })).text();
      const text = await read();

      expect(await read()).toBe(text);
      expect(problemsOf(format, text)).toEqual([]);
      const author = (await desk.call<{ name: string }>('GET', '/organization')).body.name;
      desk = await openDecisionDesk(assay);
      await desk.upload('shop', '1.0', ['left-pad@1.0.0', 'colors@1.0.0', 'builder@1.0.0!']);
      await trust(author, 'organization');
      const receipt = await send('/service/shop/version/1.0/vex', JSON.parse(text) as object);

      expect(receipt).toMatchObject({ trust: 'organization', warnings: [] });
      expect(await desk.statuses()).toEqual(before);
      expect(await desk.find('shop', '1.0', 'left-pad')).toMatchObject({
        relevance: { status: 'not_relevant', basis: 'vex' },
        decision: { state: 'not_affected', justification: 'code_not_reachable' },
      });
      expect(await desk.find('shop', '1.0', 'colors')).toMatchObject({ decision: { state: 'exploitable' } });
    },
  );

  it('is an error without statements if the format requires one', async () => {
    await desk.upload('empty', '1.0', []);

    const openVex = await desk.call('GET', '/service/empty/version/1.0/vex?format=openvex');
    const cycloneDx = await desk.call('GET', '/service/empty/version/1.0/vex?format=cyclonedx');

    expect(openVex).toMatchObject({ status: 409, body: { code: 'VEX_EMPTY' } });
    expect(cycloneDx).toMatchObject({ status: 200, body: { vulnerabilities: [] } });
  });
});
