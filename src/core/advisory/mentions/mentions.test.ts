import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mentionsIn } from './mentions.ts';

describe('mentionsIn', () => {
  it.each([
    ['This issue only affects Windows.', ['only:windows']],
    ['Path traversal (Windows only)', ['only:windows']],
    ['A problem on Windows systems only.', ['only:windows']],
    ['Windows-only code execution', ['only:windows']],
    ['The flaw affects only Microsoft Windows hosts.', ['only:windows']],
    ['It is limited to macOS.', ['only:macos']],
    ['It can only be exploited on Mac OS X.', ['only:macos']],
    ['The bug is specific to the Linux build.', ['only:linux']],
    ['Only Windows and macOS are affected.', ['only:macos', 'only:windows']],
    ['Affects Linux, FreeBSD and OpenBSD only', ['only:freebsd', 'only:linux', 'only:openbsd']],
    ['This only impacts 32-bit systems.', ['only:32-bit']],
    ['Only exploitable when running on Android', ['only:android']],
  ])('finds the platform limit in %j', (text, mentions) => {
    expect(mentionsIn('', text)).toEqual(mentions);
    expect(mentionsIn(text, '')).toEqual(mentions);
  });

  it.each([
    'This is not only a problem on Windows.',
    'It is not limited to Windows.',
    "It doesn't only affect Windows.",
    'On Windows only if the option is set.',
    'A read-only Windows share is enough.',
    'Only authenticated users are affected. Windows is supported.',
    'Windows is affected, only the first version is not.',
    'On Windows, only the administrator can do it.',
    'Linux-only environments are not affected.',
    'Only Windows hosts are safe.',
    '',
  ])('finds no platform limit in %j', (text) => {
    expect(mentionsIn('', text)).toEqual([]);
  });

  it.each([
    ['a race in ptrace(2)', ['syscall:ptrace']],
    ['calls io_uring_setup() twice', ['syscall:io_uring_setup']],
    ['the keyctl syscall', ['syscall:keyctl']],
    ['the mount system call and unshare(2)', ['syscall:mount', 'syscall:unshare']],
  ])('finds the system calls in %j', (text, mentions) => {
    expect(mentionsIn('', text)).toEqual(mentions);
  });

  it.each(['object.clone() is slow', 'mount() of a component', 'ptrace is mentioned', 'list.splice(2, 1)'])(
    'finds no system call in %j',
    (text) => {
      expect(mentionsIn('', text)).toEqual([]);
    },
  );

  it.each([
    ['** DISPUTED ** The vendor says that it is a feature.', ['disputed']],
    ['A bug. NOTE: this is disputed by the maintainer.', ['disputed']],
    ['Rejected reason: This CVE ID was withdrawn by its CNA.', ['rejected']],
    ['** REJECT ** DO NOT USE THIS CANDIDATE NUMBER.', ['rejected']],
    ['The request is rejected when it is too long.', []],
  ])('finds the markers in %j', (text, mentions) => {
    expect(mentionsIn('', text)).toEqual(mentions);
  });

  it('returns only terms of the vocabulary, for any text', () => {
    fc.assert(
      fc.property(fc.string(), fc.string({ unit: 'grapheme' }), (title, details) => {
        for (const mention of mentionsIn(title, details)) {
          expect(mention).toMatch(/^(?:only:[a-z0-9-]+|syscall:[a-z0-9_]+|disputed|rejected)$/);
        }
      }),
    );
  });

  it('handles a text of maximum length that consists only of matching words', () => {
    expect(mentionsIn('', 'only on windows or '.repeat(5_000))).toEqual(['only:windows']);
  });
});
