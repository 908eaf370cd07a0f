import { describe, expect, it } from 'vitest';
import { parseImageReference } from './image-reference.ts';

describe('parseImageReference', () => {
  it.each([
    ['app', 'app', undefined, 'app'],
    ['app:1.0', 'app', '1.0', 'app:1.0'],
    ['registry:5000/team/app', 'registry:5000/team/app', undefined, 'registry:5000/team/app'],
    ['registry:5000/team/app:1.0@sha256:abc123', 'registry:5000/team/app', '1.0', 'registry:5000/team/app:1.0'],
    ['ghcr.io/org/app@sha256:0011', 'ghcr.io/org/app', undefined, 'ghcr.io/org/app@sha256:0011'],
    ['[::1]:5000/app:1', '[::1]:5000/app', '1', '[::1]:5000/app:1'],
    ['a'.repeat(512), 'a'.repeat(512), undefined, 'a'.repeat(512)],
  ])('parses %j', (text, repository, tag, tagged) => {
    expect(parseImageReference(text)).toEqual({ text, repository, tag, tagged });
  });

  it.each([
    '',
    'a b',
    '../x',
    'a/../x',
    'a//b',
    '/a',
    'https://reg/x',
    'u:p@reg/x',
    'app@latest',
    'app:',
    'app:-x',
    'app:1:2',
    'a'.repeat(513),
    'a\u200bb',
  ])('rejects %j', (text) => {
    expect(() => parseImageReference(text)).toThrow(expect.objectContaining({ code: 'IMAGE_INVALID' }));
  });

  it('does not repeat a possible password in the error message', () => {
    expect.assertions(1);
    try {
      parseImageReference('user:hunter2@reg/x');
    } catch (error) {
      expect(String(error)).not.toContain('hunter2');
    }
  });
});
