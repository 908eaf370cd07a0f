import { describe, expect, it } from 'vitest';
import {
  trackMissingDocuments,
  listMissingDocuments,
  type SlotDocument,
  type MissingDocument,
} from './missing-documents.ts';

/** `image:shop/api` is uploaded for an image; `!` marks a document that was not parsed. */
function documents(...texts: readonly string[]): SlotDocument[] {
  return texts.map((text) => {
    const slot = text.replace('!', '').replace('image:', '');
    const image = slot.includes(':') ? slot : `${slot}:1`;
    return { id: slot, slot, image: text.includes('image:') ? image : null, isRead: !text.includes('!') };
  });
}

describe('listMissingDocuments', () => {
  it.each<[string, string[], string[], string[]]>([
    ['everything is there', ['image:api', 'lock'], ['image:api', 'lock'], []],
    ['an image is missing', ['image:api', 'image:worker'], ['image:api'], ['worker']],
    ['the only image has another name', ['image:api'], ['image:web'], ['api']],
    ['an image could not be read', ['image:api', 'image:worker'], ['image:api', 'image:worker!'], ['worker']],
    ['a slot is missing beside one that stayed', ['front', 'back'], ['back'], ['front']],
    ['the only slot has another name', ['front'], ['back'], []],
    ['a document without a name', ['back', 'sha256:aa'], ['back', 'sha256:bb'], []],
    ['an image has another tag', ['image:api:1', 'image:worker:1'], ['image:api:2'], ['worker:1']],
    ['an image had its repository as slot', ['image:api'], ['image:api:2'], []],
    ['a document has a new ecosystem', ['a:b [x: npm]', 'lock'], ['a:b [x: npm, pypi]', 'lock'], []],
    ['nothing was read yet', ['image:api'], ['image:api!'], []],
    ['nothing was sent', ['image:api'], [], []],
  ])('%s', (_, base, head, expected) => {
    expect(listMissingDocuments(documents(...base), documents(...head)).map(({ slot }) => slot)).toEqual(expected);
  });
});

describe('trackMissingDocuments', () => {
  const unseen = (slot: string, missed: number, versionId = '1'): MissingDocument => ({
    ...{ slot, image: `${slot}:1`, versionId, missed },
  });

  it.each<[string, string[], MissingDocument[], string[], MissingDocument[]]>([
    ['everything has arrived', ['image:api', 'image:worker'], [], ['image:api', 'image:worker'], []],
    ['an image has not', ['image:api', 'image:worker'], [], ['image:api'], [unseen('worker', 1, '2')]],
    ['nor had it in the version before', ['image:api'], [unseen('worker', 1)], ['image:api'], [unseen('worker', 2)]],
    ['two versions have come without it', ['image:api'], [unseen('worker', 2)], ['image:api'], []],
    ['it is back', ['image:api'], [unseen('worker', 1)], ['image:api', 'image:worker'], []],
    ['the version before has it after all', ['image:worker'], [unseen('worker', 1)], ['image:worker'], []],
    [
      'it cannot be read',
      ['image:api', 'image:worker'],
      [],
      ['image:api', 'image:worker!'],
      [unseen('worker', 1, '2')],
    ],
    [
      'it is back with another tag',
      ['image:api:2'],
      [{ ...unseen('worker:1', 1), image: 'worker:1' }],
      ['image:api:3', 'image:worker:3'],
      [],
    ],
    ['nothing arrived', ['image:api'], [unseen('worker', 1)], [], []],
  ])('%s', (_, documentsBefore, unseenBefore, head, expected) => {
    const previous = { versionId: '2', documents: documents(...documentsBefore), unseen: unseenBefore };

    expect(trackMissingDocuments(previous, documents(...head))).toEqual(expected);
  });

  it('sorts by slot, independent of the upload order', () => {
    const [api, cron, worker] = documents('image:api', 'image:cron', 'image:worker');
    const slots = [
      [api, worker, cron],
      [cron, worker, api],
    ].map((sent) =>
      trackMissingDocuments(
        { versionId: '2', documents: sent.flatMap((each) => each ?? []), unseen: [] },
        documents('image:api'),
      ),
    );

    expect(slots[0]).toEqual(slots[1]);
    expect(slots[0]?.map(({ slot }) => slot)).toEqual(['cron', 'worker']);
  });

  it('reports a document that cannot be read as unseen, also when it has no image', () => {
    const previous = { versionId: '2', documents: documents('lock'), unseen: [] };

    expect(trackMissingDocuments(previous, documents('image:api', 'lock!'))).toMatchObject([
      { slot: 'lock', missed: 1 },
    ]);
  });
});
