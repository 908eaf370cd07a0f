import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AssayError } from '../../../errors.ts';
import { LIMITS } from '../../../limits.ts';
import type { RuntimeAnswer, RuntimeView } from '../../profile-view.ts';
import { toAppArmorQueries } from './apparmor-queries.ts';
import { parseAppArmor } from './parse-apparmor.ts';

type Answers = ReturnType<typeof toAppArmorQueries>;

function ask(text: string): Answers {
  return toAppArmorQueries(parseAppArmor(text), 'document');
}

function fileIn(body: string, path: string, mode: Parameters<RuntimeView['file']>[1] = 'read'): RuntimeAnswer {
  return ask(`profile a {\n${body}\n}\n`).file(path, mode).answer;
}

describe('modes of an AppArmor profile', () => {
  it.each([
    ['profile a {', 'denied'],
    ['profile a flags=(enforce) {', 'denied'],
    ['profile a flags=(kill) {', 'denied'],
    ['profile a flags=(attach_disconnected,mediate_deleted) {', 'denied'],
    ['profile a flags = ( attach_disconnected ) {', 'denied'],
    ['profile a xattrs=(user.b=c) {', 'denied'],
    ['profile a /usr/bin/a flags=(kill, kill.signal=term) {', 'denied'],
    ['/usr/bin/a {', 'denied'],
    ['profile a flags=(complain) {', 'unknown'],
    ['profile a flags=(audit, complain) {', 'unknown'],
    ['profile a flags = (complain) {', 'unknown'],
    ['/usr/bin/a (complain) {', 'unknown'],
    ['profile a flags=(unconfined) {', 'unknown'],
    ['profile a flags=(chroot_relative) {', 'unknown'],
    ['profile a flags=(default_allow) {', 'unknown'],
    ['profile a flags=(prompt) {', 'unknown'],
    ['profile a flags=(someday) {', 'unknown'],
  ])('%s: access that no rule grants is %s', (header, expected) => {
    const answers = ask(`${header}\n  /ok r,\n  deny /no r,\n  deny capability sys_admin,\n}\n`);

    expect(answers.file('/etc/passwd', 'read').answer).toBe(expected);
    expect(answers.file('/no', 'read').answer).toBe(expected);
    expect(answers.capability('sys_admin').answer).toBe(expected);
    expect(answers.listen('tcp', 80).answer).toBe(expected);
    expect(answers.execAny().answer).toBe(expected);
    expect(answers.file('/ok', 'read').answer).toBe('allowed');
  });
});

describe('file rules', () => {
  it.each([
    ['/a r,', '/a', 'read', 'allowed'],
    ['/a r,', '/a', 'write', 'denied'],
    ['/a w,', '/a', 'write', 'allowed'],
    ['/a a,', '/a', 'write', 'allowed'],
    ['/a mr,', '/a', 'map', 'allowed'],
    ['/a r,', '/a', 'map', 'denied'],
    ['/a rix,', '/a', 'exec', 'allowed'],
    ['r /a,', '/a', 'read', 'allowed'],
    ['file /a r,', '/a', 'read', 'allowed'],
    ['file r /a,', '/a', 'read', 'allowed'],
    ['file,', '/any/thing', 'exec', 'allowed'],
    ['all,', '/any/thing', 'write', 'allowed'],
    ['/** r,', '/any/thing', 'read', 'allowed'],
    ['/* r,', '/any/thing', 'read', 'denied'],
    ['/usr/lib{,32,64}/** mr,', '/usr/lib64/x.so', 'map', 'allowed'],
    ['/lib/x.so r,', '/usr/lib/x.so', 'read', 'allowed'],
    ['/usr/lib/x.so r,', '/lib/x.so', 'read', 'allowed'],
    ['/run/x r,', '/var/run/x', 'read', 'allowed'],
    ['/a/[0-9]* r,', '/a/7b', 'read', 'allowed'],
    ['/a/ r,', '/a', 'read', 'denied'],
    ['"/a b/*" r,', '/a b/c', 'read', 'allowed'],
    ['/a\\ b r,', '/a b', 'read', 'allowed'],
    ['/a\\040b r,', '/a b', 'read', 'allowed'],
    ['owner /a r,', '/a', 'read', 'allowed'],
    ['owner file,', '/a', 'read', 'allowed'],
    ['audit /a r,', '/a', 'read', 'allowed'],
    ['audit deny /a r,', '/a', 'read', 'denied'],
    ['deny /a r,\n/** r,', '/a', 'read', 'denied'],
    ['/** r,\ndeny /a r,', '/a', 'read', 'denied'],
    ['/** rw,\ndeny /a w,', '/a', 'read', 'allowed'],
    ['/** rw,\ndeny /a a,', '/a', 'write', 'allowed'],
    ['/** r,\ndeny owner /a r,', '/a', 'read', 'allowed'],
    ['file,\ndeny file,', '/a', 'read', 'denied'],
    ['file,\ndeny /a x,', '/a', 'exec', 'denied'],
    ['deny { /a r,\n /b r, }\n/** r,', '/b', 'read', 'denied'],
    ['owner { /a r, }', '/a', 'read', 'allowed'],
    ['audit deny { owner { /a r, } }\n/** r,', '/a', 'read', 'allowed'],
    ['if $strict {\n deny /a r,\n} else {\n /a r,\n}', '/a', 'read', 'allowed'],
    ['if $strict {\n /b r,\n}', '/a', 'read', 'denied'],
    ['capability,\nnetwork,\nmount,\nset rlimit nofile <= 1024,\nsignal (send) peer=b,', '/a', 'read', 'denied'],
    ['/a r,', '/x/../a', 'read', 'allowed'],
    ['/a r,', 'a', 'read', 'unknown'],
    ['/a r,', '/a/', 'read', 'unknown'],
  ] as const)('%j: %s for %s is %s', (body, path, mode, expected) => {
    expect(fileIn(body, path, mode)).toBe(expected);
  });

  it('reports the deciding line as evidence', () => {
    const answers = ask('profile a {\n  /** r,\n  deny /etc/shadow  rw,\n}\n');

    expect(answers.file('/etc/shadow', 'read').evidence).toEqual([
      { document: 'document', line: 3, text: 'deny /etc/shadow rw' },
    ]);
    expect(answers.file('/b', 'read').evidence).toEqual([{ document: 'document', line: 2, text: '/** r' }]);
    expect(answers.file('/b', 'write').evidence).toEqual([{ document: 'document', line: 1, text: 'profile a' }]);
  });

  it('gives unknown when the query exceeds the budget', () => {
    const rule = `/${'**a{b,c}'.repeat(300)} r,\n`;

    expect(fileIn(rule.repeat(200), `/${'a'.repeat(1_000)}`)).toBe('unknown');
  });
});

describe('rules outside the document', () => {
  it.each([
    ['include <abstractions/base>', 'unresolved-include'],
    ['#include <abstractions/base>', 'unresolved-include'],
    ['include if exists <local/a>', 'unresolved-include'],
    ['include "/etc/apparmor.d/a"', 'unresolved-include'],
    ['@{PROC}/** r,', 'undefined-variable'],
    ['deny @{PROC}/** r,', 'undefined-variable'],
    ['brand_new /x,', 'unknown-rule'],
  ])('%s: only access that a rule denies is denied', (line, code) => {
    const document = parseAppArmor(`profile a {\n${line}\n/ok r,\ndeny /no r,\n}`);
    const answers = toAppArmorQueries(document, 'document');

    expect(document.warnings).toMatchObject([{ code, line: 2 }]);
    expect(answers.file('/no', 'read').answer).toBe('denied');
    expect(answers.file('/ok', 'read').answer).toBe('unknown');
    expect(answers.file('/other', 'read')).toEqual({
      answer: 'unknown',
      evidence: [{ document: 'document', line: 2, text: line.replace(',', '') }],
    });
    expect(answers.capability('kill').answer).toBe('unknown');
  });

  it.each(['include <tunables/global>\n', '#include <tunables/global>\n', 'alias /a -> /b,\n'])(
    '%s before the profile also affects it',
    (line) => {
      expect(ask(`${line}profile a { /ok r, }`).file('/other', 'read').answer).toBe('unknown');
    },
  );

  it('recommends uploading a flattened profile', () => {
    const [warning] = parseAppArmor('profile a {\n include <b>\n}').warnings;

    expect(warning?.message).toContain('apparmor_parser --preprocess');
  });

  it('warns about the first few lines only', () => {
    expect(parseAppArmor(`profile a {\n${'include <b>\n'.repeat(1_000)}}`).warnings).toHaveLength(50);
  });

  it('does not treat an abi or a comment as a reference to other rules', () => {
    expect(ask('abi <abi/4.0>,\n# include me\nprofile a { /ok r, }').file('/other', 'read').answer).toBe('denied');
  });
});

describe('variables', () => {
  it.each([
    ['@{A}=/x\n', '@{A} r,', '/x', 'allowed'],
    ['@{A}=/x/ /y/\n', '@{A}/z r,', '/y/z', 'allowed'],
    ['@{A} = /x\n@{A} += /y\n', '@{A} r,', '/y', 'allowed'],
    ['@{A}=/x\n@{B}=@{A}/y\n', '@{B}/* r,', '/x/y/z', 'allowed'],
    ['@{A}="/x y" /z\n', '@{A} r,', '/x y', 'allowed'],
    ['@{A}=/x\n', '@{A} r,', '/y', 'denied'],
    ['@{A}=/x\n', 'deny @{A} r,\n/** r,', '/x', 'denied'],
    ['@{A}=@{B}\n@{B}=@{A}\n', '@{A} r,', '/x', 'unknown'],
    ['@{A}=\n', '@{A} r,', '/x', 'unknown'],
    [`@{A}=${'/x '.repeat(5_000)}\n`, '@{A} r,', '/x', 'unknown'],
    ['$SWITCH = true\n', '/x r,', '/y', 'denied'],
  ])('expands %j in %j: %s is %s', (preamble, rule, path, expected) => {
    expect(ask(`${preamble}profile a {\n${rule}\n}`).file(path, 'read').answer).toBe(expected);
  });
});

describe('transitions out of a profile', () => {
  it.each([
    ['ix stays', 'profile a { /bin/sh ix, }', 'denied'],
    ['px to a profile of the document', 'profile a { /bin/sh px, }\nprofile b /bin/sh { }', 'denied'],
    ['px to one that has a pattern', 'profile a { /bin/sh px, }\nprofile b /bin/* { }', 'denied'],
    ['px to another one', 'profile a { /bin/sh px, }', 'unknown'],
    ['px to whatever the pattern finds', 'profile a { /bin/* px, }\nprofile b /bin/* { }', 'unknown'],
    ['px by name', 'profile a { /bin/* px -> b, }\nprofile b { }', 'denied'],
    ['px by a name that is not there', 'profile a { /bin/* px -> c, }\nprofile b { }', 'unknown'],
    ['Px cleans the environment', 'profile a { /bin/* rPx -> b, }\nprofile b { }', 'denied'],
    ['pix to one that is not there', 'profile a { /bin/sh pix, }', 'unknown'],
    ['cx to a child', 'profile a { /bin/sh cx,\n profile b /bin/sh { }\n}', 'denied'],
    ['cx by name', 'profile a { /bin/* cx -> b,\n profile b { }\n}', 'denied'],
    ['cx to no child', 'profile a { /bin/* cx -> b, }\nprofile b { }', 'unknown'],
    ['ux', 'profile a { /bin/sh ux, }', 'unknown'],
    ['Ux', 'profile a { /bin/sh Ux, }', 'unknown'],
    ['pux although the target is there', 'profile a { /bin/sh pux -> b, }\nprofile b { }', 'unknown'],
    ['PUx', 'profile a { /bin/sh rPUx, }', 'unknown'],
    ['cux', 'profile a { /bin/sh cux -> b,\n profile b { }\n}', 'unknown'],
    ['x without saying how', 'profile a { /bin/sh x, }', 'unknown'],
    ['a hat', 'profile a { ^b { } }', 'denied'],
    ['a hat by its word', 'profile a { hat b { } }', 'denied'],
    ['change_profile to one of the document', 'profile a { change_profile -> b, }\nprofile b { }', 'denied'],
    ['change_profile to a child', 'profile a { change_profile -> a//b,\n profile b { } }', 'denied'],
    ['change_profile to another one', 'profile a { change_profile -> c, }', 'unknown'],
    ['change_profile to none', 'profile a { change_profile -> unconfined, }', 'unknown'],
    ['change_profile to any', 'profile a { change_profile, }', 'unknown'],
    ['a change_profile that is denied', 'profile a { deny change_profile -> c, }', 'denied'],
    ['rules with priorities', 'profile a { priority=5 /b r, }', 'unknown'],
  ])('handles %s', (_name, text, expected) => {
    const answers = ask(text.replace('{', '{\n deny /no r,\n'));

    expect(answers.file('/other', 'read').answer).toBe(expected);
    if (!text.includes('profile b') && !text.includes(' b {'))
      expect(answers.file('/no', 'read').answer).toBe(expected);
  });

  it('allows everything that any profile of the document grants', () => {
    const answers = ask(
      'profile a {\n ^b { /only/b r,\n deny /both r, }\n /both r,\n}\nprofile c { capability chown, }',
    );

    expect(answers.file('/only/b', 'read').answer).toBe('allowed');
    expect(answers.file('/both', 'read').answer).toBe('allowed');
    expect(answers.file('/none', 'read').answer).toBe('denied');
    expect(answers.capability('CAP_CHOWN').answer).toBe('allowed');
  });
});

describe('capabilities, networks and programs', () => {
  it.each([
    ['capability,', 'net_admin', 'allowed'],
    ['capability net_admin,', 'CAP_NET_ADMIN', 'allowed'],
    ['capability setuid setgid,', 'setgid', 'allowed'],
    ['capability setuid,', 'net_admin', 'denied'],
    ['capability,\ndeny capability net_admin,', 'net_admin', 'denied'],
    ['all,', 'net_admin', 'allowed'],
  ])('%j: %s is %s', (body, name, expected) => {
    expect(ask(`profile a { ${body} }`).capability(name).answer).toBe(expected);
  });

  it.each([
    ['network,', 'tcp', 'allowed'],
    ['network inet,', 'udp', 'allowed'],
    ['network inet stream,', 'tcp', 'allowed'],
    ['network inet stream,', 'udp', 'denied'],
    ['network inet6 dgram,', 'udp', 'allowed'],
    ['network tcp,', 'tcp', 'allowed'],
    ['network udp,', 'tcp', 'denied'],
    ['network unix stream,', 'tcp', 'denied'],
    ['network netlink raw,', 'tcp', 'denied'],
    ['network (bind, listen) inet tcp port=80,', 'tcp', 'allowed'],
    ['network,\ndeny network inet,', 'tcp', 'allowed'],
    ['network,\ndeny network inet,\ndeny network inet6,', 'tcp', 'denied'],
    ['network,\ndeny network inet stream port=80,\ndeny network inet6,', 'tcp', 'allowed'],
    ['network,\ndeny network,', 'tcp', 'denied'],
    ['/a r,', 'tcp', 'denied'],
  ] as const)('%j: listening with %s is %s', (body, protocol, expected) => {
    expect(ask(`profile a {\n${body}\n}`).listen(protocol, 8080).answer).toBe(expected);
  });

  it.each([
    ['/** rw,', 'denied'],
    ['/bin/sh ix,', 'allowed'],
    ['file,', 'allowed'],
    ['/bin/sh ix,\ndeny /bin/sh x,', 'denied'],
    ['/bin/sh ix,\n/bin/ls ix,\ndeny /bin/sh x,', 'allowed'],
    ['file,\ndeny /** x,', 'denied'],
    ['/bin/sh ux,', 'allowed'],
    ['include <abstractions/base>\n', 'unknown'],
  ])('%j: starting any program is %s', (body, expected) => {
    expect(ask(`profile a {\n${body}\n}`).execAny().answer).toBe(expected);
  });
});

describe('parseAppArmor', () => {
  it.each([
    ['', /the document contains no profile, at line 1, column 1/],
    ['# nothing\n', /no profile/],
    ['/a r,', /outside of a profile, at line 1, column 1/],
    ['profile a {\n  /a r,\n', /ends before the closing brace of the profile/],
    ['profile a { }\n}', /a closing brace has no opening brace, at line 2, column 2/],
    ['profile a {\n  /a\n}', /comma is missing/],
    ['profile a {\n  /a ,\n}', /needs a path, permissions and a comma, at line 2, column 3/],
    ['profile a {\n  /a rzx,\n}', /the permissions "rzx" are unknown, at line 2, column 6/],
    ['profile a {\n  /a rp,\n}', /the permissions "rp" are unknown/],
    ['profile a {\n  /a r w,\n}', /needs a path, permissions and a comma, at line 2, column 8/],
    ['profile a {\n  /a px -> ,\n}', /needs a path/],
    ['profile a {\n  r w,\n}', /must begin with a slash or a variable/],
    ['profile a {\n\n /a{b r,\n}', /brackets do not match, at line 3, column 2/],
    ['profile a {\n , }', /a rule is empty/],
    ['profile {\n}', /a profile or a block of rules is expected/],
    ['what is this {\n}', /a profile or a block of rules is expected/],
    ['{\n}', /an opening brace has no name/],
    ['profile a {\n {\n}\n}', /an opening brace has no name/],
    ['profile "" { }', /a name is empty/],
  ])('rejects %j', (text, message) => {
    expect(() => parseAppArmor(text)).toThrow(message);
  });

  it.each([
    ['nested braces', 'profile a { '.repeat(100_000)],
    ['braces alone', '{'.repeat(LIMITS.runtimeDocumentBytesMax)],
    ['braces with spaces', '{ '.repeat(LIMITS.runtimeDocumentBytesMax / 2)],
    ['closing braces', '}'.repeat(LIMITS.runtimeDocumentBytesMax)],
    ['open brackets', `profile a { /${'['.repeat(1_000_000)} r, }`],
    ['nested alternatives', `profile a { /${'{a,'.repeat(100_000)}${'}'.repeat(100_000)} r, }`],
    ['one long line', `profile a { /${'a'.repeat(1_000_000)} r, }`],
    ['one long name before many words', `@{${'A'.repeat(500_000)}} ${'b '.repeat(250_000)}`],
    ['quotes', '"'.repeat(LIMITS.runtimeDocumentBytesMax - 1)],
    ['backslashes', '\\'.repeat(LIMITS.runtimeDocumentBytesMax)],
    ['parentheses', 'profile a ('.repeat(90_000)],
    ['rules beyond the limit', `profile a {\n${'/a r,\n'.repeat(LIMITS.runtimeRulesMax)}}`],
    ['includes beyond the limit', '#include <a>\n'.repeat(LIMITS.runtimeRulesMax + 1)],
    ['variables that explode', explodingVariables()],
  ])('rejects %s', (_name, text) => {
    expect(() => parseAppArmor(text)).toThrow(AssayError);
  });

  it('parses many rules and many profiles', () => {
    const rules = '/usr/lib/** mr,\n'.repeat(LIMITS.runtimeRulesMax - 10);
    const profiles = 'profile a { /bin/x px,\n }\n'.repeat(LIMITS.runtimeRulesMax / 2);

    expect(parseAppArmor(`profile a {\n${rules}}`).profiles).toHaveLength(1);
    expect(parseAppArmor(profiles).profiles).toHaveLength(LIMITS.runtimeRulesMax / 2);
  });
});

describe('parseAppArmor with arbitrary text', () => {
  const piece = fc.constantFrom(
    'profile a ',
    '{',
    '}',
    '\n',
    ',',
    ' ',
    '/a',
    '/**',
    'r',
    'rix',
    'deny ',
    'owner ',
    '"',
    '\\',
    '(',
    ')',
    '#',
    '@{A}',
    '=',
    'include <b>',
    'flags=(complain)',
    '-> ',
    'px',
    'ux',
    '[',
    ']',
    '^h ',
    'capability ',
    'network ',
  );
  const anything = fc.oneof(
    fc.string(),
    fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join('')),
  );
  const rule = fc
    .tuple(
      fc.constantFrom('', 'deny ', 'owner ', 'audit '),
      fc.constantFrom('/a', '/b', '/*', '/{a,b}', '/**'),
      fc.constantFrom('r', 'w', 'rw', 'rix', 'm'),
    )
    .map(([qualifier, path, permissions]) => `${qualifier}${path} ${permissions},`);
  const rules = fc.array(rule, { maxLength: 12 });
  const mode = fc.constantFrom('read' as const, 'map' as const, 'exec' as const, 'write' as const);

  it('succeeds or throws a defined error', () => {
    fc.assert(
      fc.property(anything, (text) => {
        try {
          parseAppArmor(text);
        } catch (error) {
          expect(error).toBeInstanceOf(AssayError);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it('denies with a deny rule, whatever else is allowed', () => {
    fc.assert(
      fc.property(rules, rules, (before, after) => {
        const body = [...before, 'deny /a rwmx,', ...after].join('\n');

        for (const each of ['read', 'map', 'exec', 'write'] as const) expect(fileIn(body, '/a', each)).toBe('denied');
      }),
    );
  });

  it('denies nothing in complain mode', () => {
    fc.assert(
      fc.property(rules, mode, (body, each) => {
        const answers = ask(`profile a flags=(complain) {\n${body.join('\n')}\n}`);

        expect(answers.file('/a', each).answer).not.toBe('denied');
        expect(answers.execAny().answer).not.toBe('denied');
      }),
    );
  });

  it('does not deny more when a rule that allows is added', () => {
    fc.assert(
      fc.property(rules, rule, mode, (body, added, each) => {
        fc.pre(!added.startsWith('deny') && fileIn(body.join('\n'), '/a', each) === 'allowed');

        expect(fileIn([...body, added].join('\n'), '/a', each)).toBe('allowed');
      }),
    );
  });
});

function explodingVariables(): string {
  const variables = `@{A}=${'abcdefgh '.repeat(400)}\n`;
  return `${variables}profile a {\n${'/@{A} r,\n'.repeat(2_000)}}`;
}
