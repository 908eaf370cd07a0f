import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nameAcrossVersions, pairSlots, type PairedDocument } from './pair-documents.ts';

/** Slots that start with `r/` are uploaded for an image. */
function documents(version: string, ...slots: readonly string[]): PairedDocument[] {
  return slots.map((slot) => {
    const isImage = slot.startsWith('r/');
    return { slot, image: isImage ? slot : null, versionName: version, isRead: true };
  });
}

function pair(base: readonly PairedDocument[], head: readonly PairedDocument[]): Record<string, readonly string[]> {
  return Object.fromEntries(pairSlots(base, head));
}

describe('pairSlots', () => {
  it.each<[string, string[], string[], Record<string, string[]>]>([
    [
      'one tag of a repository, whatever it is',
      ['r/app:jupiter'],
      ['r/app:saturn'],
      { 'r/app:jupiter': ['r/app:saturn'] },
    ],
    ['two repositories', ['r/a:1', 'r/b:1'], ['r/a:2', 'r/b:2'], { 'r/a:1': ['r/a:2'], 'r/b:1': ['r/b:2'] }],
    ['a repository that is missing', ['r/a:1', 'r/b:1'], ['r/a:2'], { 'r/a:1': ['r/a:2'], 'r/b:1': [] }],
    [
      'several tags by platform',
      ['r/a:1.4.2-amd64', 'r/a:1.4.2-arm64'],
      ['r/a:1.5.0-arm64', 'r/a:1.5.0-amd64'],
      { 'r/a:1.4.2-amd64': ['r/a:1.5.0-amd64'], 'r/a:1.4.2-arm64': ['r/a:1.5.0-arm64'] },
    ],
    [
      'a platform that is missing',
      ['r/a:1.4.2-amd64', 'r/a:1.4.2-arm64'],
      ['r/a:1.5.0-amd64'],
      { 'r/a:1.4.2-amd64': ['r/a:1.5.0-amd64'], 'r/a:1.4.2-arm64': [] },
    ],
    [
      'a tag with a commit, one with a base image, and one that stays',
      ['r/a:main-a1b2c3d', 'r/a:1.4.2-alpine3.18', 'r/a:latest'],
      ['r/a:main-0f9e8d7', 'r/a:1.5.0-alpine3.19', 'r/a:latest'],
      {
        'r/a:main-a1b2c3d': ['r/a:main-0f9e8d7'],
        'r/a:1.4.2-alpine3.18': ['r/a:1.5.0-alpine3.19'],
        'r/a:latest': ['r/a:latest'],
      },
    ],
    [
      'one image that became two',
      ['r/a:1.4.2'],
      ['r/a:1.5.0-amd64', 'r/a:1.5.0-arm64'],
      { 'r/a:1.4.2': ['r/a:1.5.0-amd64', 'r/a:1.5.0-arm64'] },
    ],
    [
      'a subject with a new ecosystem',
      ['a:b [syft: npm]'],
      ['a:b [syft: npm, pypi]'],
      { 'a:b [syft: npm]': ['a:b [syft: npm, pypi]'] },
    ],
    [
      'a subject with two documents, of which one has a new ecosystem',
      ['a:b [syft: npm]', 'a:b [syft: pypi]'],
      ['a:b [syft: npm]', 'a:b [syft: golang, pypi]'],
      { 'a:b [syft: npm]': ['a:b [syft: npm]'], 'a:b [syft: pypi]': ['a:b [syft: golang, pypi]'] },
    ],
    [
      'a subject with two documents, of which one is missing',
      ['a:b [syft: npm]', 'a:b [syft: pypi]'],
      ['a:b [syft: npm]'],
      { 'a:b [syft: npm]': ['a:b [syft: npm]'], 'a:b [syft: pypi]': [] },
    ],
    ['a slot that an older Assay has named', ['a:b'], ['a:b [syft: npm]'], { 'a:b': ['a:b [syft: npm]'] }],
    ['slots that the sender has named', ['front', 'back'], ['front'], { front: ['front'], back: [] }],
    ['documents named after their bytes', ['sha256:aa'], ['sha256:bb'], { 'sha256:aa': [] }],
  ])('pairs %s', (_, base, head, expected) => {
    expect(pair(documents('1', ...base), documents('2', ...head))).toEqual(expected);
  });

  it('pairs an image whose slot was its repository', () => {
    const older = { slot: 'r/app', image: 'r/app:1.0' };

    expect(pair([older], documents('2', 'r/app:1.1'))).toEqual({ 'r/app': ['r/app:1.1'] });
  });

  it('ignores the name of the version in a tag', () => {
    const base = documents('jupiter', 'r/a:jupiter-api', 'r/a:jupiter-worker');

    expect(pair(base, documents('saturn', 'r/a:saturn-worker'))).toEqual({
      'r/a:jupiter-api': [],
      'r/a:jupiter-worker': ['r/a:saturn-worker'],
    });
  });

  it('does not count documents that were replaced as further tags', () => {
    const replaced = documents('1', 'r/a:jupiter').map((each) => ({ ...each, isRead: false }));

    expect(pair([...documents('1', 'r/a:saturn'), ...replaced], documents('2', 'r/a:uranus'))['r/a:saturn']).toEqual([
      'r/a:uranus',
    ]);
  });

  it('does not depend on the order of the documents', () => {
    const slot = fc.constantFrom(
      'r/a:1-x',
      'r/a:1-y',
      'r/a:2-x',
      'r/a:2',
      'r/b:1',
      'a:b',
      'a:b [s: npm]',
      'a:b [s: pypi]',
      'c',
    );
    const slots = fc.uniqueArray(slot, { maxLength: 6 });
    fc.assert(
      fc.property(slots, slots, (base, head) => {
        const toSets = (pairs: Record<string, readonly string[]>): Record<string, Set<string>> =>
          Object.fromEntries(Object.entries(pairs).map(([key, values]) => [key, new Set(values)]));

        expect(toSets(pair(documents('1', ...base), documents('2', ...head)))).toEqual(
          toSets(pair(documents('1', ...base.toReversed()), documents('2', ...head.toReversed()))),
        );
      }),
    );
  });
});

describe('nameAcrossVersions', () => {
  it('names a single image by its repository and a single document by its subject', () => {
    const versions = [
      documents('1', 'r/a:1.0', 'a:b [syft: npm]', 'own'),
      documents('2', 'r/a:1.1', 'a:b [syft: pypi]'),
    ];
    const nameOf = nameAcrossVersions(versions);

    expect(versions.map((each) => each.map(nameOf))).toEqual([
      ['r/a', 'a:b', 'own'],
      ['r/a', 'a:b'],
    ]);
  });

  it('adds the variant or keeps the slot where a version has several documents of one family', () => {
    const versions = [
      documents('1', 'r/a:1.0'),
      documents('2', 'r/a:1.1', 'r/a:1.1-arm64', 'a:b [s: npm]', 'a:b [t: npm]'),
    ];
    const nameOf = nameAcrossVersions(versions);

    expect(versions.map((each) => each.map(nameOf))).toEqual([
      ['r/a'],
      ['r/a', 'r/a (arm64)', 'a:b [s: npm]', 'a:b [t: npm]'],
    ]);
  });
});
