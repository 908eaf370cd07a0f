import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldTexts } from '../text/quotes.ts';
import { PRECONDITION_TYPES, type PreconditionType } from '../assessment.ts';
import { mentionsValue } from './mentions-value.ts';

const NPM = { ecosystem: 'npm' };
/** The quote is the sentence, between unrelated sentences. */
const says = (type: PreconditionType, value: string | null, sentence: string, component = NPM) => {
  const details = `Files can be read. ${sentence} An update is there.`;
  const paragraphs = foldTexts([{ recordId: 'r', title: 'A title', details, hash: '' }]).flatMap(
    (text) => text.paragraphs,
  );
  return mentionsValue({ type, value, quote: sentence }, paragraphs, component);
};

type Row = readonly [PreconditionType, value: string | null, says: readonly string[], saysNot: readonly string[]];

const ROWS: readonly Row[] = [
  [
    'os',
    'windows',
    [
      'It occurs on Windows.',
      'Only Windows has junctions.',
      'Windows-based hosts are affected.',
      'It is built only when GOOS is windows.',
      'Win32 builds are affected.',
      'Systems other than Windows are not affected.',
    ],
    [
      'It occurs on every machine.',
      'All platforms are affected.',
      'Linux only.',
      'Paths of Windows are unpacked.',
      'Only two windows of the browser are opened.',
      'Only non-Windows systems are affected.',
      'Windows users are safe.',
      'Hosts on Windows are not affected.',
    ],
  ],
  ['os', 'windows, macOS', ['On Windows and macOS names end early.'], ['On Windows names end early.']],
  ['os', 'darwin', ['It is limited to Mac OS X.'], ['The MAC is not checked on receipt.']],
  ['os', 'templeos', [], ['On TempleOS only.']],
  ['os', null, [], ['On Windows only.']],
  [
    'arch',
    's390x',
    ['The routine is assembled for s390x.', 'Only s390x processors are affected.'],
    ['Only the length is checked.', 'On amd64 only.'],
  ],
  ['arch', 'x86_64', ['On x86_64 the product overflows.', 'On x86-64 it overflows.'], ['On arm64 it overflows.']],
  ['arch', 'ppc64', ['It is limited to ppc64.'], ['Only those in power can do it.']],
  [
    'language_runtime_version',
    '<18',
    [
      'It needs Node.js before 18.',
      'Below node 18.0.0 it fails.',
      'Node v18 is safe.',
      'nodejs 18 is safe.',
      'Node.js 18 and later need not act.',
    ],
    [
      'Versions before 18 of node-shim are affected.',
      'It needs Node.js before 16.',
      'A node with 18 children fails.',
      'It needs Node.js.',
      'Node.js 18 and newer are affected.',
      'Java 18 is safe.',
    ],
  ],
  ['language_runtime_version', 'java <8', ['JDK 1.8 is safe.', 'Before Java 8 it fails.'], ['JavaScript 8 is safe.']],
  ['language_runtime_version', 'python >=3.8 <3.10', ['Python 3.8 and 3.9, not 3.10.'], ['From Python 3.8 on.']],
  ['language_runtime_version', '.net <=5', ['On .NET 5 and earlier.', 'dotnet 5 is affected.'], ['Net 6 of them.']],
  ['language_runtime_version', 'go <1.20', ['Go 1.20 rejects it.', 'go1.20 rejects it.'], ['They go to 1.21.']],
  ['language_runtime_version', '>=23', ['Node.js 23 and newer are affected.'], ['Before Node.js 23 it fails.']],
  ['language_runtime_version', 'cobol <18', [], ['COBOL before 18.']],
  ['language_runtime_version', null, [], ['It needs Node.js before 18.']],
  [
    'requires_feature',
    'XML  Input',
    ['It needs the XML input.', 'Use of XML-input is needed.', 'XML inputs are parsed.'],
    ['It needs input of the XML kind.', 'XML is parsed.', 'It needs the yxml input.'],
  ],
  ['requires_feature', null, [], ['It needs a feature.']],
  ['requires_config', 'trustProxy', ['With trustProxy set to true.'], ['With trust in the proxy.']],
  ['requires_config', 'the option', [], ['The option is set.']],
  ['requires_syscall', 'PTRACE(2)', ['It calls ptrace(2).', 'It needs ptrace.'], ['It calls the kernel.']],
  ['requires_privilege', 'CAP_SYS_ADMIN', ['It needs CAP_SYS_ADMIN.', 'It needs SYS_ADMIN.'], ['It needs CAP_CHOWN.']],
  ['requires_privilege', 'root', ['It runs as root.', 'It is setuid.'], ['It runs as a user.']],
  ['requires_privilege', null, ['It runs as root.'], ['It runs as a user.']],
  ['requires_privilege', 'operator', ['An operator is needed.'], ['It runs as root.']],
  ['requires_untrusted_input', 'http-body', ['A crafted request is enough.'], ['A crafted name is enough.']],
  ['requires_untrusted_input', 'file-upload', ['It needs uploads.'], ['It needs files.']],
  ['requires_untrusted_input', 'archive', ['A crafted tarball is enough.'], ['A crafted name is enough.']],
  [
    'requires_untrusted_input',
    'Image',
    ['A crafted PNG is enough.', 'It opens images.'],
    ['A crafted name is enough.', 'The container image is rebuilt.'],
  ],
  ['requires_untrusted_input', 'xml', ['It parses XML.'], ['It parses JSON.']],
  ['requires_untrusted_input', 'yaml', ['It loads YAML.'], ['It loads JSON.']],
  ['requires_untrusted_input', 'template', ['It renders templates.'], ['It renders pages.']],
  [
    'requires_untrusted_input',
    'sql',
    ['Attackers who send SQL.'],
    ['An SQL injection by the name.', 'Attackers who send it.'],
  ],
  ['requires_untrusted_input', 'email', ['It reads e-mail.', 'It reads mail.'], ['It reads letters.']],
  ['requires_untrusted_input', 'carrier pigeons', [], ['It needs carrier pigeons.']],
  ['requires_untrusted_input', '__proto__', [], ['It needs __proto__ as a key.']],
  [
    'requires_process_exec',
    null,
    ['It is passed to a shell.', 'It runs a program.', 'Commands are executed.'],
    ['It executes arbitrary code in the process.', 'The program fails.', 'It starts over.'],
  ],
  [
    'attack_vector_local',
    null,
    ['A local user can do it.', 'It takes an account on the machine.', 'It has to run on the same host.'],
    ['Anyone can do it.', 'It takes an account of the shop.', 'The machine stops.'],
  ],
  ['requires_auth', null, ['An authenticated caller can do it.'], ['Anyone can do it.']],
  ['requires_user_interaction', null, ['The victim has to click.'], ['Anyone can do it.']],
  ['dos_only', null, ['It crashes, and that is all.'], ['Anyone can do it.']],
  ['client_side_only', null, ['Only clients are at risk.'], ['Anyone can do it.']],
];

describe.each(ROWS)('mentionsValue for %s %j', (type, value, said, notSaid) => {
  it.each(said)('accepts %j', (sentence) => {
    expect(says(type, value, sentence)).toBe(true);
  });

  it.each(notSaid)('rejects %j', (sentence) => {
    expect(says(type, value, sentence)).toBe(false);
  });
});

describe('mentionsValue: the sentence of a quote', () => {
  const inText = (details: string, quote: string, title = 'A title') => {
    const texts = foldTexts([{ recordId: 'r', title, details, hash: '' }]);
    return mentionsValue({ type: 'os', value: 'windows', quote }, texts[0]?.paragraphs ?? [], NPM);
  };

  it('has to name the value; other sentences do not count', () => {
    expect(inText('On Windows a name is cut. It can be read.', 'a name is cut')).toBe(true);
    expect(inText('On Windows a name is cut. It can be read.', 'It can be read')).toBe(false);
    expect(inText('It can be read! On Windows a name is cut.', 'It can be read')).toBe(false);
    expect(inText('On Windows a name is cut. It can be read.', 'is cut. It can')).toBe(true);
  });

  it('excludes the heading above and the list below', () => {
    expect(inText('## On Windows\n\nA name is cut', 'A name is cut')).toBe(false);
    expect(inText('A name is cut\n- on Windows 7\n- elsewhere', 'A name is cut')).toBe(false);
    expect(inText('A name is cut\non Windows hosts', 'A name is cut')).toBe(true);
  });

  it('has to name the value at every occurrence of the quote', () => {
    expect(inText('On Windows a name is cut. There a name is cut.', 'a name is cut')).toBe(false);
    expect(inText('On Windows a name is cut.', 'a name is cut', 'Why a name is cut')).toBe(false);
    expect(inText('On Windows a name is cut. '.repeat(20), 'a name is cut')).toBe(true);
    expect(inText('On Windows a name is cut. '.repeat(21), 'a name is cut')).toBe(false);
  });
});

describe('every precondition type', () => {
  it('has an accepted and a rejected test case', () => {
    for (const type of PRECONDITION_TYPES) {
      const rows = ROWS.filter(([each]) => each === type);
      expect(rows.some(([, , said]) => said.length > 0)).toBe(true);
      expect(rows.some(([, , , notSaid]) => notSaid.length > 0)).toBe(true);
    }
  });

  it('handles any value and any sentence without an error', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...PRECONDITION_TYPES),
        fc.option(fc.string({ unit: 'binary' })),
        fc.string({ unit: 'binary', minLength: 1 }),
        (type, value, quote) => {
          expect(mentionsValue({ type, value, quote }, [`x ${quote} y`], NPM)).toBeTypeOf('boolean');
        },
      ),
    );
  });
});
