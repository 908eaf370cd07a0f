import { describe, expect, it } from 'vitest';
import { withoutUserInfo } from './git-origin.ts';

describe('withoutUserInfo', () => {
  it.each([
    ['https://x-access-token:s3cret@host/org/repo.git', 'https://host/org/repo.git'],
    ['https://s3cret@host/org/repo', 'https://host/org/repo'],
    ['https://host/org/repo', 'https://host/org/repo'],
    ['https://a@b:s3cret@host/x@y', 'https://host/x@y'],
    ['ssh://git@host:22/org/repo', 'ssh://host:22/org/repo'],
    ['git@host:org/repo.git', 'git@host:org/repo.git'],
    ['user:s3cret@host:org/repo.git', 'host:org/repo.git'],
    ['/srv/repo', '/srv/repo'],
    ['', ''],
  ])('turns %j into %j', (origin, expected) => {
    expect(withoutUserInfo(origin)).toBe(expected);
  });
});
