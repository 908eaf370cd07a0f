import { describe, expect, it } from 'vitest';
import { describeNotUploaded } from './not-uploaded-text.ts';

describe('describeNotUploaded', () => {
  it.each([
    [
      ['shop/worker:1'],
      'Not uploaded yet: shop/worker:1. Its earlier findings are neither open nor fixed until it is uploaded.',
    ],
    [
      ['a:1', null],
      'Not uploaded yet: a:1 and slot. Their earlier findings are neither open nor fixed until they are uploaded.',
    ],
  ])('names the images: %j', (images, expected) => {
    expect(describeNotUploaded(images.map((image) => ({ slot: 'slot', image })))).toBe(expected);
  });
});
