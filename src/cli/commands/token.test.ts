import { describe, expect, it } from 'vitest';
import type { Token } from '../../store/people/tokens.ts';
import { describeToken, describeTokens, toTokenRequest, type TokenFlags } from './token.ts';

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

const NEW_YEAR = Date.parse('2026-01-01T00:00:00Z');

describe('toTokenRequest', () => {
  it('defaults to the scopes that a pipeline needs', () => {
    expect(toTokenRequest({}, NEW_YEAR)).toEqual({
      name: 'Command line',
      scopes: ['sbom:upload', 'read'],
      services: null,
      expiresAt: undefined,
    });
  });

  it.each<[TokenFlags, object]>([
    [{ name: ' nightly ' }, { name: 'nightly' }],
    [{ scope: ['read,triage', 'read'] }, { scopes: ['read', 'triage'] }],
    [{ scope: ['read, triage'] }, { scopes: ['read', 'triage'] }],
    [{ service: ['shop', 'bank'] }, { services: ['shop', 'bank'] }],
    [{ 'expires-days': '1' }, { expiresAt: '2026-01-02T00:00:00.000Z' }],
    [{ 'expires-days': '9999' }, { expiresAt: '2053-05-18T00:00:00.000Z' }],
    [{ 'expires-days': 'never' }, { expiresAt: null }],
  ])('accepts %j', (flags, expected) => {
    expect(toTokenRequest(flags, NEW_YEAR)).toMatchObject(expected);
  });

  it.each<[TokenFlags, string]>([
    [{ name: ' ' }, '--name must have 1 to 200 characters.'],
    [{ name: 'x'.repeat(201) }, '--name must have 1 to 200 characters.'],
    [{ scope: ['read,write'] }, 'Unknown scope "write". Use one or more of sbom:upload, read,'],
    [{ scope: [''] }, 'Unknown scope ""'],
    [{ 'expires-days': '0' }, '--expires-days must be a number from 1 to 9999, or "never".'],
    [{ 'expires-days': '1e3' }, '--expires-days must be a number'],
    [{ 'expires-days': '-1' }, '--expires-days must be a number'],
  ])('rejects %j', (flags, message) => {
    expect(() => toTokenRequest(flags, NEW_YEAR)).toThrow(message);
  });
});
