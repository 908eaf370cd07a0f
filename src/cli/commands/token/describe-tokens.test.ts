import { describe, expect, it } from 'vitest';
import type { Token } from '../../../store/people/tokens.ts';
import { describeToken, describeTokens } from './describe-tokens.ts';

const NOW = Date.parse('2026-06-01T00:00:00Z');

function aToken(changes: Partial<Token> = {}): Token {
  return {
    id: '01890000-0000-7000-8000-000000000001',
    publicId: 'abcdefghijkl',
    name: 'nightly',
    scopes: ['read'],
    serviceIds: null,
    createdAt: '2026-01-01T10:00:00.000Z',
    createdBy: { kind: 'operator', id: null, name: 'command line' },
    owner: null,
    expiresAt: '2026-12-31T10:00:00.000Z',
    revokedAt: null,
    lastUsedAt: null,
    ...changes,
  };
}

describe('describeTokens', () => {
  it.each<[string, Partial<Token>]>([
    ['active', {}],
    ['active', { expiresAt: null }],
    ['expired', { expiresAt: '2026-06-01T00:00:00.000Z' }],
    ['revoked', { revokedAt: '2026-02-01T00:00:00.000Z', expiresAt: '2026-03-01T00:00:00.000Z' }],
  ])('prints the state %s for %j', (state, changes) => {
    expect(describeTokens([aToken(changes)], NOW).split('\n')[1]).toContain(` ${state} `);
  });

  it('aligns its columns, and escapes line breaks in names', () => {
    const lines = describeTokens([aToken(), aToken({ name: 'a\nb', scopes: ['read', 'triage'] })], NOW).split('\n');

    expect(lines).toHaveLength(4);
    expect(lines[2]?.endsWith('"a\\u{a}b"')).toBe(true);
    expect(new Set(lines.slice(0, 3).map((line) => line.search(/NAME|"/))).size).toBe(1);
  });

  it('quotes the name of the owner, so that no name looks like the organization', () => {
    const owner = { id: '01890000-0000-7000-8000-000000000002', name: 'organization' };
    const [, ofMember, ofOrganization] = describeTokens([aToken({ owner }), aToken()], NOW).split('\n');

    expect(ofMember).toContain(' "organization" ');
    expect(ofOrganization).toContain(' organization ');
  });
});

describe('describeToken', () => {
  it('prints the services and the expiry', () => {
    expect(describeToken(aToken({ serviceIds: ['one', 'two'], expiresAt: null }))).toMatch(
      /Services +one, two\n +Owner +organization\n +Expires +never\n/,
    );
  });
});
