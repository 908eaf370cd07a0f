import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AssayError } from '../../../errors.ts';
import { LIMITS } from '../../../limits.ts';
import type { KnownField, RuntimeAnswer } from '../../profile-view.ts';
import { toSeccompQuery, listenVerdictOf, execVerdictOf, toSeccompFacts } from './seccomp-queries.ts';
import { parseSeccomp } from './parse-seccomp.ts';

const NOTHING_KNOWN = toSeccompFacts(() => undefined);

function ask(document: unknown, known: Readonly<Record<string, KnownField>> = {}): (name: string) => RuntimeAnswer {
  const answers = toSeccompQuery(
    parseSeccomp(JSON.stringify(document)),
    'document',
    toSeccompFacts((path) => known[path]),
  );
  return (name) => answers(name).answer;
}

function rule(action: string, names: readonly string[], more: object = {}): object {
  return { names, action: `SCMP_ACT_${action}`, ...more };
}

function withRules(standard: string, ...syscalls: readonly object[]): object {
  return { defaultAction: `SCMP_ACT_${standard}`, syscalls };
}

function listed(...value: readonly string[]): KnownField {
  return { value, complete: true, basis: 'confirmed' };
}

describe('seccomp document', () => {
  it.each([
    ['KILL', 'denied'],
    ['KILL_PROCESS', 'denied'],
    ['KILL_THREAD', 'denied'],
    ['TRAP', 'denied'],
    ['ERRNO', 'denied'],
    ['ALLOW', 'allowed'],
    ['LOG', 'allowed'],
    ['TRACE', 'unknown'],
    ['NOTIFY', 'unknown'],
    ['SOMEDAY', 'unknown'],
  ])('with the action %s as default or in a rule makes a call %s', (action, expected) => {
    expect(ask(withRules(action))('ptrace')).toBe(expected);
    if (expected === 'denied') expect(ask(withRules('ALLOW', rule(action, ['ptrace'])))('ptrace')).toBe(expected);
    else expect(ask(withRules('ERRNO', rule(action, ['ptrace'])))('ptrace')).toBe(expected);
  });

  it.each([
    ['a call on an allowlist', withRules('ERRNO', rule('ALLOW', ['read'])), 'read', 'allowed'],
    ['a call missing from an allowlist', withRules('ERRNO', rule('ALLOW', ['read'])), 'ptrace', 'denied'],
    [
      'a call allowed for some arguments',
      withRules('ERRNO', rule('ALLOW', ['clone'], { args: [{ index: 0, value: 1, op: 'SCMP_CMP_EQ' }] })),
      'clone',
      'allowed',
    ],
    [
      'a call that is blocked and allowed',
      withRules('ERRNO', rule('ERRNO', ['read']), rule('ALLOW', ['read'])),
      'read',
      'allowed',
    ],
    ['a call that is blocked again', withRules('ERRNO', rule('KILL', ['read'])), 'read', 'denied'],
    ['a call on a blocklist', withRules('ALLOW', rule('ERRNO', ['ptrace'])), 'ptrace', 'denied'],
    ['a call missing from a blocklist', withRules('ALLOW', rule('ERRNO', ['ptrace'])), 'brand_new', 'allowed'],
    [
      'a call blocked for some arguments',
      withRules('ALLOW', rule('ERRNO', ['clone'], { args: [{ index: 0, value: 1, op: 'SCMP_CMP_EQ' }] })),
      'clone',
      'allowed',
    ],
    [
      'a call that is blocked and notified',
      withRules('ALLOW', rule('ERRNO', ['bpf']), rule('NOTIFY', ['bpf'])),
      'bpf',
      'unknown',
    ],
    [
      'a call that is allowed by default and blocked',
      withRules('ALLOW', rule('ALLOW', ['bpf']), rule('ERRNO', ['bpf'])),
      'bpf',
      'denied',
    ],
    ['a call that is blocked with a notifying default', withRules('NOTIFY', rule('ERRNO', ['bpf'])), 'bpf', 'denied'],
    [
      'the old form',
      { defaultAction: 'SCMP_ACT_ERRNO', syscalls: [{ name: 'read', action: 'SCMP_ACT_ALLOW' }] },
      'read',
      'allowed',
    ],
    ['no rules at all', { defaultAction: 'SCMP_ACT_ERRNO' }, 'read', 'denied'],
  ])('handles %s', (_name, document, syscall, expected) => {
    expect(ask(document)(syscall)).toBe(expected);
  });

  const AMD64 = { 'runtime.arch': listed('amd64') };
  const BOTH = { 'runtime.arch': listed('amd64', 'arm64') };
  const NO_CAPS = { 'privilege.capabilities': listed() };
  const ADMIN = { 'privilege.capabilities': listed('CAP_SYS_ADMIN') };
  it.each([
    // Condition, known facts, then the verdicts with an allowing and with a blocking rule.
    [{ includes: { caps: ['CAP_SYS_ADMIN'] } }, {}, 'allowed', 'unknown'],
    [{ includes: { caps: ['CAP_SYS_ADMIN'] } }, ADMIN, 'allowed', 'denied'],
    [{ includes: { caps: ['CAP_SYS_ADMIN'] } }, NO_CAPS, 'denied', 'allowed'],
    [{ includes: { caps: ['CAP_SYS_ADMIN', 'CAP_BPF'] } }, ADMIN, 'denied', 'allowed'],
    [{ excludes: { caps: ['CAP_SYS_ADMIN'] } }, {}, 'allowed', 'unknown'],
    [{ excludes: { caps: ['CAP_SYS_ADMIN'] } }, ADMIN, 'denied', 'allowed'],
    [{ excludes: { caps: ['CAP_SYS_ADMIN'] } }, NO_CAPS, 'allowed', 'denied'],
    [{ includes: { arches: ['amd64', 'x32'] } }, AMD64, 'allowed', 'denied'],
    [{ includes: { arches: ['x86_64'] } }, AMD64, 'allowed', 'denied'],
    [{ includes: { arches: ['arm64'] } }, AMD64, 'denied', 'allowed'],
    [{ includes: { arches: ['arm64'] } }, BOTH, 'allowed', 'unknown'],
    [{ includes: { arches: ['arm64'] } }, {}, 'allowed', 'unknown'],
    [{ excludes: { arches: ['amd64'] } }, AMD64, 'denied', 'allowed'],
    [{ includes: { minKernel: '4.8' } }, AMD64, 'allowed', 'unknown'],
    [{ includes: {}, excludes: {} }, {}, 'allowed', 'denied'],
    [{ includes: { caps: [7] } }, {}, 'allowed', 'unknown'],
  ])('evaluates %j with %j: allowing gives %s, blocking gives %s', (condition, known, allowing, blocking) => {
    expect(ask(withRules('ERRNO', rule('ALLOW', ['bpf'], condition)), known)('bpf')).toBe(allowing);
    expect(ask(withRules('ALLOW', rule('ERRNO', ['bpf'], condition)), known)('bpf')).toBe(blocking);
  });

  it('treats a list of capabilities as complete only if it is marked as complete', () => {
    const known = { 'privilege.capabilities': { value: ['chown'], complete: false, basis: 'confirmed' } } as const;

    expect(ask(withRules('ERRNO', rule('ALLOW', ['bpf'], { includes: { caps: ['CAP_BPF'] } })), known)('bpf')).toBe(
      'allowed',
    );
  });

  it.each([
    [withRules('ERRNO', rule('ALLOW', ['read'])), 'denied'],
    [withRules('ERRNO', rule('ALLOW', ['execve'])), 'allowed'],
    [withRules('ERRNO', rule('ALLOW', ['execveat'])), 'allowed'],
    [withRules('ALLOW', rule('KILL', ['execve'])), 'allowed'],
    [withRules('ALLOW', rule('KILL', ['execve', 'execveat'])), 'denied'],
    [withRules('NOTIFY'), 'unknown'],
  ])('%j: starting any program is %s', (document, expected) => {
    const answers = toSeccompQuery(parseSeccomp(JSON.stringify(document)), 'document', NOTHING_KNOWN);

    expect(execVerdictOf(answers).answer).toBe(expected);
  });

  it.each([
    [withRules('ERRNO', rule('ALLOW', ['socket', 'bind'])), 'denied', 'allowed'],
    [withRules('ERRNO', rule('ALLOW', ['socket', 'bind', 'listen'])), 'allowed', 'allowed'],
    [withRules('ALLOW', rule('ERRNO', ['bind'])), 'allowed', 'allowed'],
    [withRules('ALLOW', rule('ERRNO', ['bind', 'socketcall'])), 'denied', 'denied'],
    [withRules('ALLOW', rule('NOTIFY', ['bind'])), 'unknown', 'unknown'],
  ])('%j: listening with tcp is %s, with udp %s', (document, tcp, udp) => {
    const answers = toSeccompQuery(parseSeccomp(JSON.stringify(document)), 'document', NOTHING_KNOWN);

    expect(listenVerdictOf(answers, 'tcp').answer).toBe(tcp);
    expect(listenVerdictOf(answers, 'udp').answer).toBe(udp);
  });

  it('reports the deciding lines as evidence', () => {
    const text =
      '{\n "defaultAction": "SCMP_ACT_ERRNO",\n "syscalls": [\n  { "action": "SCMP_ACT_ALLOW",\n    "names": ["read",\n     "write"] }\n ]\n}';
    const answers = toSeccompQuery(parseSeccomp(text), 'document', NOTHING_KNOWN);

    expect(answers('write').evidence).toEqual([{ document: 'document', line: 6, text: 'write: SCMP_ACT_ALLOW' }]);
    expect(answers('bpf').evidence).toEqual([{ document: 'document', line: 2, text: 'defaultAction: SCMP_ACT_ERRNO' }]);
  });

  it('keeps unknown actions and names, with a warning', () => {
    const document = parseSeccomp(
      JSON.stringify(withRules('ERRNO', rule('ALLOW', ['raed']), rule('SOMEDAY', ['read']))),
    );

    expect(document.warnings.map(({ code }) => code)).toEqual(['unknown-syscall', 'unknown-action']);
    expect(document.rules[0]?.names[0]?.name).toBe('raed');
  });

  it.each([
    ['{', 'JSON_INVALID', /line 1, column 2/],
    ['{\n"defaultAction": "SCMP_ACT_ERRNO",\n}', 'JSON_INVALID', /line 3, column 1/],
    ['[]', 'PROFILE_DOCUMENT_UNREADABLE', /"defaultAction" is missing/],
    ['{}', 'PROFILE_DOCUMENT_UNREADABLE', /"defaultAction" is missing/],
    ['{ "defaultAction": 7 }', 'PROFILE_DOCUMENT_UNREADABLE', /"defaultAction" is missing or not a string/],
    ['{ "defaultAction": "A",\n "syscalls": {} }', 'PROFILE_DOCUMENT_UNREADABLE', /not a list, at line 2, column 14/],
    [
      '{ "defaultAction": "A", "syscalls": [\n7] }',
      'PROFILE_DOCUMENT_UNREADABLE',
      /"action" is missing or not a string, at line 2, column 1/,
    ],
    [
      '{ "defaultAction": "A", "syscalls": [\n{"action": "B"}] }',
      'PROFILE_DOCUMENT_UNREADABLE',
      /no "names", or a name that is not a string, at line 2/,
    ],
    [
      '{ "defaultAction": "A", "syscalls": [{"action": "B", "names": ["c", 7]}] }',
      'PROFILE_DOCUMENT_UNREADABLE',
      /no "names"/,
    ],
    ['{ "defaultAction": "A", "defaultAction": "B" }', 'JSON_DUPLICATE_KEY', /defaultAction/],
    [`{ "defaultAction": "A", "syscalls": ${'['.repeat(100_000)} }`, 'JSON_TOO_DEEP', /nested/],
    [
      `{ "defaultAction": "A", "syscalls": [{ "action": "B", "names": [${'"c",'.repeat(LIMITS.runtimeRulesMax)}"d"] }] }`,
      'PROFILE_DOCUMENT_TOO_LARGE',
      /20000 entries/,
    ],
  ])('rejects %.60s: %s', (text, code, message) => {
    expect(() => parseSeccomp(text)).toThrow(
      expect.objectContaining({ code, message: expect.stringMatching(message) }),
    );
  });

  it('is parsed, or rejected with a defined error, for any JSON', () => {
    const action = fc.constantFrom('SCMP_ACT_ALLOW', 'SCMP_ACT_ERRNO', 7, null);
    const document = fc.record(
      {
        defaultAction: action,
        syscalls: fc.oneof(
          fc.array(fc.record({ action, names: fc.anything(), args: fc.anything(), includes: fc.anything() })),
          fc.anything(),
        ),
      },
      { requiredKeys: [] },
    );

    fc.assert(
      fc.property(
        fc.oneof(
          document,
          fc.json().map((json): unknown => JSON.parse(json)),
        ),
        (value) => {
          try {
            const parsed = parseSeccomp(JSON.stringify(value) ?? '');
            toSeccompQuery(parsed, 'document', NOTHING_KNOWN)('read');
          } catch (error) {
            expect(error).toBeInstanceOf(AssayError);
          }
        },
      ),
      { numRuns: 1_000 },
    );
  });
});
