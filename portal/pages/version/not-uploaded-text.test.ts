import { describe, expect, it } from 'vitest';
import { describeNotUploaded } from './not-uploaded-text.ts';

describe('describeNotUploaded', () => {
  it.each([
    [
      ['shop/worker:1'],
      'Not seen yet: shop/worker:1. Its findings of earlier versions are neither open nor resolved here until it is uploaded.',
    ],
    [
      ['a:1', null],
      'Not seen yet: a:1 and slot. Their findings of earlier versions are neither open nor resolved here until they are uploaded.',
    ],
  ])('names the images: %j', (images, words) => {
    expect(describeNotUploaded(images.map((image) => ({ slot: 'slot', image })))).toBe(words);
  });
});
