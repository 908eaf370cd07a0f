import { Ajv } from 'ajv';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { describe, expect, it } from 'vitest';
import { readOfficialSchema } from '../../../test/support/real-data.ts';
import { checkStrictly } from '../../threads/schema/check-strictly.ts';
import { DEMO_SERVICES, toSteps } from './demo-services.ts';
import { applyLines } from './demo-service.ts';

const cycloneDx = readOfficialSchema('cyclonedx/bom-1.6.schema.json');
const spdx = readOfficialSchema('spdx/spdx-2.3.schema.json');
const uploads = DEMO_SERVICES.flatMap((service) =>
  toSteps(service).flatMap(({ version, uploads: all }) =>
    all.map(({ text, slot, image }) => ({ name: `${service.name} ${version.name} ${image ?? slot}`, text })),
  ),
);
const named = uploads.map(({ name, text }) => [name, text] as const);

describe('demo services', () => {
  it('have names with a demo prefix, and one has a long history', () => {
    expect(DEMO_SERVICES.filter(({ name }) => !name.startsWith('demo-'))).toEqual([]);
    expect(Math.max(...DEMO_SERVICES.map(({ versions }) => versions.length))).toBeGreaterThanOrEqual(5);
  });

  it.each(DEMO_SERVICES.map((service) => [service.name, service] as const))(
    '%s depends only on packages that it contains',
    (_, { documents }) => {
      for (const { packages } of documents) {
        const all = applyLines(new Map(), packages);
        const unknown = [...all.values()].flatMap(({ needs, owner = [] }) =>
          [...needs, owner].flat().filter((need) => !all.has(need)),
        );
        expect(unknown).toEqual([]);
      }
    },
  );

  it('contain each document once', () => {
    expect(new Set(uploads.map(({ text }) => text)).size).toBe(uploads.length);
  });
});

const CYCLONEDX = { format: 'cyclonedx', specVersion: '1.6' } as const;
const SPDX = { format: 'spdx', specVersion: '2.3' } as const;

describe('demo documents', () => {
  it.each(named)('%s is valid', (_, text) => {
    const bytes = new TextEncoder().encode(text);
    const known = text.includes('"bomFormat"') ? CYCLONEDX : SPDX;

    expect(checkStrictly({ ...known, path: '', bytes })).toEqual([]);
  });

  it.runIf(cycloneDx !== undefined && spdx !== undefined)('are valid against the official schemas', () => {
    const ajv = new Ajv({ strict: false, validateFormats: false });
    for (const part of ['spdx', 'jsf-0.82', 'cryptography-defs'])
      ajv.addSchema(readOfficialSchema(`cyclonedx/${part}.schema.json`) ?? {});
    const [isCycloneDx, isSpdx] = [
      ajv.compile(cycloneDx ?? {}),
      new Ajv2019({ strict: false, validateFormats: false }).compile(spdx ?? {}),
    ];

    const refused = uploads.filter(({ text }) => {
      const document = JSON.parse(text) as object;
      return !('bomFormat' in document ? isCycloneDx : isSpdx)(document);
    });

    expect(refused.map(({ name }) => name)).toEqual([]);
  });
});
