import { describe, expect, it } from 'vitest';
import { listUnseen, type SlotDocument } from './unseen-documents.ts';

/** `image:shop/api` is sent for an image, `!` was never read. */
function documents(...texts: readonly string[]): SlotDocument[] {
  return texts.map((text) => {
    const slot = text.replace('!', '').replace('image:', '');
    return { id: slot, slot, image: text.includes('image:') ? `${slot}:1` : null, isRead: !text.includes('!') };
  });
}

describe('listUnseen', () => {
  it.each<[string, string[], string[], string[]]>([
    ['everything is there', ['image:api', 'lock'], ['image:api', 'lock'], []],
    ['an image is missing', ['image:api', 'image:worker'], ['image:api'], ['worker']],
    ['the only image has another name', ['image:api'], ['image:web'], ['api']],
    ['an image could not be read', ['image:api', 'image:worker'], ['image:api', 'image:worker!'], ['worker']],
    ['a slot is missing beside one that stayed', ['front', 'back'], ['back'], ['front']],
    ['the only slot has another name', ['front'], ['back'], []],
    ['a document without a name', ['back', 'sha256:aa'], ['back', 'sha256:bb'], []],
    ['nothing was read yet', ['image:api'], ['image:api!'], []],
    ['nothing was sent', ['image:api'], [], []],
  ])('%s', (_, base, head, expected) => {
    expect(listUnseen(documents(...base), documents(...head)).map(({ slot }) => slot)).toEqual(expected);
  });
});
