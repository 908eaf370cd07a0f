import { describe, expect, it } from 'vitest';
import { toTokenRequest, type TokenFlags } from './token-request.ts';

const NOW = Date.parse('2026-01-01T00:00:00Z');

describe('toTokenRequest', () => {
  it('defaults to the scopes that a pipeline needs', () => {
    expect(toTokenRequest({}, NOW)).toEqual({
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
    expect(toTokenRequest(flags, NOW)).toMatchObject(expected);
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
    expect(() => toTokenRequest(flags, NOW)).toThrow(message);
  });
});
