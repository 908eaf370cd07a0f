import { describe, expect, it } from 'vitest';
import type { DocumentTraits } from '../../core/profile/documents/describe-document.ts';
import type { SetMembership } from '../../store/findings/publication/published-inputs.ts';
import { toPlaces, type HoldingDocument } from './component-places.ts';

const TRAITS: DocumentTraits = {
  kind: 'build',
  isContainer: false,
  platform: { os: ['linux'], arch: ['amd64'] },
  distro: null,
  languages: [],
  hasShell: false,
  serialNumber: null,
  version: 1,
};

function aDocument(changes: Partial<HoldingDocument> = {}): HoldingDocument {
  return { id: 'sbom', image: null, traits: TRAITS, set: 'a', ...changes };
}

function aPlace(changes: Partial<SetMembership> = {}): SetMembership {
  return {
    set: 'a',
    position: 0,
    ownership: null,
    owners: [],
    scope: 'required',
    type: 'library',
    purl: 'pkg:deb/debian/bash@5.2?arch=arm64',
    platform: null,
    inGraph: null,
    ...changes,
  };
}

describe('toPlaces', () => {
  it('returns one place for each document that contains the component, in order', () => {
    const documents = [
      aDocument({ id: '2' }),
      aDocument({ id: '1', image: 'shop:1' }),
      aDocument({ id: '3', set: 'b' }),
    ];
    const places = toPlaces(documents, [{ id: 'c', places: [aPlace({ scope: 'test', inGraph: false })] }]);

    const context = { kind: 'build', isContainer: false, platform: TRAITS.platform };
    const held = { document: context, scope: 'test', inGraph: false, files: [], platform: { os: [], arch: ['arm64'] } };
    expect(places.get('c')).toEqual([
      { sbomId: '2', image: null, ...held },
      { sbomId: '1', image: 'shop:1', ...held },
    ]);
  });

  it('prefers the platform in the document to the one in the purl', () => {
    const platform = { os: ['linux'], arch: [] };

    expect(toPlaces([aDocument()], [{ id: 'c', places: [aPlace({ platform })] }]).get('c')).toMatchObject([
      { platform },
    ]);
  });

  it.each([
    [null, { kind: 'unknown', isContainer: false }],
    ['shop:1', { kind: 'deployed', isContainer: true }],
  ])('uses only the image of a document that was parsed by an older version: %s', (image, document) => {
    const documents = [aDocument({ image, traits: null })];

    expect(toPlaces(documents, [{ id: 'c', places: [aPlace()] }]).get('c')).toMatchObject([{ document }]);
  });
});
