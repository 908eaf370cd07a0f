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
    ['lists nothing if every document is present', ['image:api', 'lock'], ['image:api', 'lock'], []],
    ['lists a missing image', ['image:api', 'image:worker'], ['image:api'], ['worker']],
    ['lists a renamed image, even if it was the only one', ['image:api'], ['image:web'], ['api']],
    [
      'lists an image that could not be parsed',
      ['image:api', 'image:worker'],
      ['image:api', 'image:worker!'],
      ['worker'],
    ],
    ['lists a missing slot next to an unchanged one', ['front', 'back'], ['back'], ['front']],
    ['ignores a renamed slot if it was the only one', ['front'], ['back'], []],
    ['ignores a document without a name', ['back', 'sha256:aa'], ['back', 'sha256:bb'], []],
    ['ignores another tag of an image', ['image:api:1', 'image:worker:1'], ['image:api:2'], ['worker:1']],
    ['ignores a slot that was the repository of an image', ['image:api'], ['image:api:2'], []],
    ['ignores a new ecosystem of a document', ['a:b [x: npm]', 'lock'], ['a:b [x: npm, pypi]', 'lock'], []],
    ['lists nothing if no document was parsed', ['image:api'], ['image:api!'], []],
    ['lists nothing without uploads', ['image:api'], [], []],
  ])('%s', (_, base, head, expected) => {
    expect(listMissingDocuments(documents(...base), documents(...head)).map(({ slot }) => slot)).toEqual(expected);
  });
});

describe('trackMissingDocuments', () => {
  const unseen = (slot: string, missed: number, versionId = '1'): MissingDocument => ({
    slot,
    image: `${slot}:1`,
    versionId,
    missed,
  });

  it.each<[string, string[], MissingDocument[], string[], MissingDocument[]]>([
    [
      'tracks nothing if every document was uploaded',
      ['image:api', 'image:worker'],
      [],
      ['image:api', 'image:worker'],
      [],
    ],
    ['starts to track a missing image', ['image:api', 'image:worker'], [], ['image:api'], [unseen('worker', 1, '2')]],
    [
      'counts another version without the image',
      ['image:api'],
      [unseen('worker', 1)],
      ['image:api'],
      [unseen('worker', 2)],
    ],
    ['stops tracking after two versions without the image', ['image:api'], [unseen('worker', 2)], ['image:api'], []],
    [
      'stops tracking an image that was uploaded again',
      ['image:api'],
      [unseen('worker', 1)],
      ['image:api', 'image:worker'],
      [],
    ],
    [
      'stops tracking an image that the previous version has',
      ['image:worker'],
      [unseen('worker', 1)],
      ['image:worker'],
      [],
    ],
    [
      'tracks an image that could not be parsed',
      ['image:api', 'image:worker'],
      [],
      ['image:api', 'image:worker!'],
      [unseen('worker', 1, '2')],
    ],
    [
      'stops tracking an image that was uploaded with another tag',
      ['image:api:2'],
      [{ ...unseen('worker:1', 1), image: 'worker:1' }],
      ['image:api:3', 'image:worker:3'],
      [],
    ],
    ['tracks nothing without uploads', ['image:api'], [unseen('worker', 1)], [], []],
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
