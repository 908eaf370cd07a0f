import { describe, expect, it } from 'vitest';
import { toEmail } from './emails.ts';

describe('toEmail', () => {
  it.each([
    ['ada@example.com', 'ada@example.com'],
    ['  Ada@Example.COM\n', 'ada@example.com'],
    ['owner@localhost', 'owner@localhost'],
    ['jörg@bücher.example', 'jörg@bücher.example'],
    // Look-alikes from other scripts stay separate accounts: the Kelvin sign is not a k, and non-ASCII letters keep their case.
    ['\u212a@example.com', '\u212a@example.com'],
    ['\u0130@example.com', '\u0130@example.com'],
    ['JÖRG@example.com', 'jÖrg@example.com'],
  ])('normalizes %j to %j', (text, email) => {
    expect(toEmail(text)).toBe(email);
  });

  it.each([
    '',
    'ada',
    '@example.com',
    'ada@',
    'a@b@c',
    'a b@example.com',
    'a\u0000@example.com',
    'a\u200b@example.com',
    'a\u202e@example.com',
    '\ud800@example.com',
    `${'a'.repeat(250)}@example.com`,
  ])('rejects %j', (text) => {
    expect(toEmail(text)).toBeUndefined();
  });
});
