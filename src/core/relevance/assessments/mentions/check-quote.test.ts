import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldTexts } from '../text/quotes.ts';
import { INPUT_KINDS, PRECONDITION_TYPES, type PreconditionType } from '../assessment.ts';
import { canSupportPrecondition, checkQuote } from './check-quote.ts';

const NPM = { ecosystem: 'npm', name: 'lib' };
const MATTER = { id: 'CVE-2026-1000', name: 'lib' };

function fold(details: string, { title = 'A title', packages = ['lib'] } = {}) {
  return foldTexts([{ recordId: 'r', title, details, packages, hash: '' }], MATTER);
}

/** The quote is the sentence, between unrelated sentences. */
const says = (type: PreconditionType, value: string | null, sentence: string) =>
  checkQuote({ type, value, quote: sentence }, fold(`Files can be read. ${sentence} An attacker is a person.`), NPM) ===
  undefined;

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
      'The page is then shown by Windows-based clients.',
      'Rules for windows:host are read.',
      'The zone is listed on the Windows host of the remote machine.',
      'Playbooks on Windows platforms log passwords.',
      'Lib draws icons for use as tiles on Windows.',
    ],
  ],
  ['os', 'windows, macOS', ['On Windows and macOS names end early.'], ['On Windows names end early.']],
  [
    'os',
    'darwin',
    ['It is limited to Mac OS X.', 'It occurs in macOS.'],
    ['In macOS before 10.13 names end early.', 'The MAC is not checked on receipt.'],
  ],
  ['os', 'android', ['On Android only.'], ['Versions: Android kernel.', 'Product: Android Versions: Android 9.']],
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
    'language_version',
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
  [
    'language_version',
    'java <8',
    ['JDK 1.8 is safe.', 'Before Java 8 it fails.'],
    [
      'JavaScript 8 is safe.',
      "The tool's Java version before 1.8 leaks.",
      'PL/Java before 1.8 leaks.',
      'In 2.0 and earlier, Java 8 builds leak.',
      'In lib (Java9) 2.0 and earlier, (Java8) 1.0 and earlier, names leak.',
    ],
  ],
  ['language_version', 'python >=3.8 <3.10', ['Python 3.8 and 3.9, not 3.10.'], ['From Python 3.8 on.']],
  [
    'language_version',
    '.net <=5',
    ['On .NET 5 and earlier.'],
    [
      'Acme .NET 5 and earlier leak.',
      'With .NET 5 you must update to .NET 6.',
      'Net 6 of them.',
      'dotnet 5 is affected.',
    ],
  ],
  ['language_version', 'go <1.20', ['Go 1.20 rejects it.', 'go1.20 rejects it.'], ['They go to 1.21.']],
  ['language_version', '>=23', ['Node.js 23 and newer are affected.'], ['Before Node.js 23 it fails.']],
  ['language_version', 'cobol <18', [], ['COBOL before 18.']],
  ['language_version', null, [], ['It needs Node.js before 18.']],
  [
    'feature',
    'XML  Input',
    ['It needs the XML input.', 'Use of XML-input is needed.', 'XML inputs are used.'],
    ['It needs input of the XML kind.', 'XML is used.', 'It needs the yxml input.', 'XML inputs are parsed.'],
  ],
  ['feature', null, [], ['It needs a feature.']],
  ['component', 'legacy-bean', ['It requires legacy-bean.'], ['It requires a bean.', 'The class legacy-bean is long.']],
  ['configuration', 'trustProxy', ['With trustProxy set to true.'], ['With trust in the proxy.']],
  ['configuration', 'the option', [], ['The option is set.']],
  ['syscall', 'PTRACE(2)', ['It calls ptrace(2).', 'It needs ptrace.'], ['It calls the kernel.']],
  ['capability', 'CAP_SYS_ADMIN', ['It needs CAP_SYS_ADMIN.', 'It needs SYS_ADMIN.'], ['It needs CAP_CHOWN.']],
  ['capability', 'root', [], ['It needs root.']],
  ['device', '/dev/kvm', ['It needs /dev/kvm.'], ['It needs /dev/fuse.', 'It needs a device.']],
  ['device', 'kvm', [], ['It needs kvm.']],
  ['privilege', 'root', ['It runs as root.', 'It is setuid.'], ['It runs as a user.']],
  ['privilege', null, ['It runs as root.'], ['It runs as a user.']],
  ['privilege', 'operator', ['An operator is needed.'], ['It runs as root.']],
  ['deployment', 'servlet-container', ['It is deployed as a WAR.'], ['It is deployed as a program.']],
  ['deployment', 'browser', ['Only browsers are at risk.'], ['Anyone can do it.']],
  ['deployment', 'moon', [], ['It runs on the moon.']],
  ['network_position', null, ['The attacker is in the same network.'], ['The attacker is anywhere.']],
  ['reach', 'internet', ['The port is exposed to the internet.'], ['The port is exposed to the network.']],
  ['reach', 'network', ['The port is reachable from the network.'], ['The network is slow.']],
  ['egress', null, ['It needs outgoing connections.', 'It fetches from a remote host.'], ['It reads a file.']],
  ['input_kind', 'http-body', [], ['A crafted request is enough.']],
  ['input_kind', 'sql', [], ['Attackers who send SQL.', 'It needs a crafted SQL statement.']],
  [
    'input_kind',
    'file-upload',
    ['It occurs when uploading a file.', 'It crashes via a file upload.'],
    [
      'It needs files.',
      'Attackers can upload files.',
      'It uploads secrets.',
      'It allows attackers to upload a file.',
      'Files can be read if stored by Upload::keepFile.',
      'It crashes when admins are uploading a file.',
      'A file is left when uploading a plugin.',
    ],
  ],
  [
    'input_kind',
    'archive',
    ['A crafted tarball is enough.', 'A tarball from an attacker is enough.'],
    ['A crafted name is enough.', 'A layer that is no valid tar archive stops it.', 'A crafted gzip archive of JSON.'],
  ],
  [
    'input_kind',
    'Image',
    ['A crafted PNG is enough.', 'It opens images.', 'It reads a crafted JP2 file.'],
    [
      'A crafted name is enough.',
      'The container loads a crafted image.',
      'The crafted image parameter is read.',
      'A crafted QCOW2 image is read.',
      'It occurs when mounting a crafted btrfs image.',
      'A crafted image is read by Linux.',
      'It parses a crafted COFF image.',
      'Opening images does not represent a flaw.',
      'A malformed image manifest stops it.',
      'The signature of the loaded installation image is read.',
      'Lib will not open PNG images and is not vulnerable in that way.',
      'The module uses a player to render the GIF.',
    ],
  ],
  [
    'input_kind',
    'xml',
    ['It parses XML.', 'An XML document is parsed.'],
    [
      'It parses JSON.',
      'Use a crafted XML layout.',
      'It loads a remote bean XML.',
      'It implements a way to parse XML.',
      'A crafted XML response stops it.',
      'It parses XML and YAML.',
      'It reads config.xml.',
    ],
  ],
  ['input_kind', 'yaml', ['It loads YAML.'], ['It loads JSON.', 'A local user loads crafted YAML.']],
  [
    'input_kind',
    'template',
    ['It takes a crafted template.'],
    ['It renders a name in templates.', 'A crafted text in template methods.', 'Use crafted search templates.'],
  ],
  [
    'input_kind',
    'email',
    ['It processes incoming mail.'],
    ['Email us.', 'The email is invalid.', 'It sends crafted mail.', 'When processing an email invite.'],
  ],
  ['input_kind', 'carrier pigeons', [], ['It needs carrier pigeons.']],
  ['input_kind', '__proto__', [], ['It needs __proto__ as a key.']],
  [
    'command',
    null,
    ['It is passed to a shell.', 'It runs a program.', 'Commands are executed.'],
    ['It executes arbitrary code in the process.', 'The program fails.', 'It starts over.'],
  ],
  ['command', 'fetch --deep', ['It occurs if fetch --deep is run.'], ['It occurs if fetch is run.']],
  [
    'local_user',
    null,
    ['A local user can do it.', 'It takes an account on the machine.', 'It has to run on the same host.'],
    ['Anyone can do it.', 'It takes an account of the shop.', 'The machine stops.'],
  ],
  ['authenticated', null, ['An authenticated caller can do it.'], ['Anyone can do it.']],
];

describe.each(ROWS)('checkQuote for %s %j', (type, value, said, notSaid) => {
  it.each(said)('accepts %j', (sentence) => {
    expect(says(type, value, sentence)).toBe(true);
  });

  it.each(notSaid)('rejects %j', (sentence) => {
    expect(says(type, value, sentence)).toBe(false);
  });
});

describe('checkQuote: the sentence of a quote', () => {
  const inText = (details: string, quote: string, title = 'A title') =>
    checkQuote({ type: 'os', value: 'windows', quote }, fold(details, { title }), NPM) === undefined;

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

  it('must not be reversed where the rest of the advisory repeats it', () => {
    const details = 'On Windows a name is cut.\n\n## Notes\nOn Windows a name is cut, also elsewhere.';

    expect(inText(details, 'On Windows a name is cut')).toBe(false);
  });

  it('must not be repeated too often in the rest of the advisory', () => {
    const details = (count: number) => `On Windows a name is cut.\n\n## Notes\n${'A name is cut.\n\n'.repeat(count)}`;

    expect(inText(details(20), 'name is cut')).toBe(true);
    expect(inText(details(21), 'name is cut')).toBe(false);
  });

  it('ends at the reach in a text without full stops', () => {
    expect(inText(`On Windows${' and'.repeat(240)} a name is cut`, 'a name is cut')).toBe(true);
    expect(inText(`On Windows${' and'.repeat(260)} a name is cut`, 'a name is cut')).toBe(false);
    expect(inText(`A name is cut${' and'.repeat(240)} on Windows`, 'A name is cut')).toBe(true);
    expect(inText(`A name is cut${' and'.repeat(260)} on Windows`, 'A name is cut')).toBe(false);
  });

  it('is found with the dot of an abbreviation', () => {
    expect(inText('On Windows, i.e. NTFS, a name is cut.', 'Windows, i.e. NTFS, a name')).toBe(false);
    expect(inText('On Windows names vs. paths are cut.', 'names vs. paths')).toBe(true);
  });

  it.each([
    ['a footer', '## For more information\n\nIf it occurs on Windows only, email us.'],
    ['a workaround', '## Workarounds\n### Hosts\nStart it on Windows only.'],
    ['a bold heading', '**Credits**\n\nAn author found it on Windows only.'],
    ['a label', 'References:\n\nIt occurs on Windows only.'],
    ['code', '```\nIt occurs on Windows only.\n```'],
    ['the text after code', '```\nrun\n```\nIt occurs on Windows only.'],
    ['a list', '- It occurs on Windows only.\n- It occurs elsewhere.'],
    ['a credit', 'It was reported by an author who found it on Windows only.'],
    ['a fix', 'It is fixed in 2.0 on Windows only.'],
    ['a patch', 'The build on Windows only contains a patch.'],
    ['what the product is', 'Lib is a library for links on Windows hosts.'],
  ])('must not be in %s', (_, text) => {
    const quote = 'on Windows';

    expect(inText(`A name is cut.\n\n${text}`, quote)).toBe(false);
  });

  it('must not be about another package or another vulnerability of the record', () => {
    const check = (details: string) =>
      checkQuote(
        { type: 'os', value: 'windows', quote: 'on Windows only' },
        fold(details, { packages: ['lib', 'org.example:lib-tools'] }),
        NPM,
      );

    expect(check('It occurs on Windows only.')).toBeUndefined();
    expect(check('In lib and lib-tools it occurs on Windows only.')).toBeUndefined();
    expect(check('In lib-tools it occurs on Windows only.')).toBe('not_named');
    expect(check('CVE-2026-1000 leaks. It occurs on Windows only.')).toBeUndefined();
    expect(check('CVE-2026-1000 occurs on Windows only.\n\nCVE-2026-2000 leaks.')).toBeUndefined();
    expect(check('CVE-2026-1000 leaks.\n\nCVE-2026-2000 occurs on Windows only.')).toBe('not_named');
  });
});

describe('checkQuote: what the sentence says', () => {
  const check = (details: string) =>
    checkQuote({ type: 'feature', value: 'XML reader', quote: 'XML reader' }, fold(details), NPM);

  it.each([
    'It is used not only with the XML reader.',
    'Attackers need no account, even if the XML reader is used.',
    'It does not require the XML reader.',
    'The XML reader is not required when it is called.',
    'Without the XML reader it needs a name.',
    'Readers such as the XML reader use it.',
    'It uses a reader, e.g. the XML reader.',
    'Readers like the XML reader use it.',
    'Including but not limited to users of the XML reader.',
    'An attacker may use the XML reader.',
    'Regardless of the XML reader, files can be used.',
    'Applications need not call the XML reader: a router does.',
    'No special setting of the XML reader is required.',
    'It occurs with or without the XML reader when used.',
    'It is used both in the XML reader and elsewhere.',
    'This needs the XML reader, or a field of any type.',
    'This needs a field or the XML reader.',
    'It uses either the XML reader.',
    'The XML reader is enabled by default.',
    'Users of the XML reader are safe.',
    'Users of the XML reader cannot be attacked.',
    'If the XML reader is used, it is not affected.',
    'It is used by the XML reader. It is also used elsewhere.',
  ])('is no demand: %j', (details) => {
    expect(check(details)).toBeDefined();
  });

  it.each([
    'It is not only old. It needs the XML reader.',
    'It needs the XML reader of 1.2.3 or later.',
    'An attacker who may name a file can use the XML reader.',
    'If the XML reader is used, an attacker can read or write files.',
    'Files can be read or written when the XML reader is used.',
    'Programs that do not use the XML reader are not affected.',
    'It needs the XML reader; other readers are safe.',
  ])('is a demand: %j', (details) => {
    expect(check(details)).toBeUndefined();
  });

  it('accepts alternatives that are all claimed', () => {
    const os = (value: string) =>
      checkQuote({ type: 'os', value, quote: 'It occurs on' }, fold('It occurs on Windows or macOS.'), NPM);

    expect(os('windows, darwin')).toBeUndefined();
    expect(os('windows')).toBe('not_demanded');
  });
});

describe('canSupportPrecondition', () => {
  const can = (details: string) => canSupportPrecondition(fold(details));

  it('is false for text that names nothing that can be demanded', () => {
    expect(can('A stack overflow was found in lib. Attackers can read memory.')).toBe(false);
    expect(can('A name is cut.\n\n## Workarounds\nUse it only on Windows.')).toBe(false);
    expect(can('A name is cut, for example on Windows.')).toBe(false);
  });

  it('is true for every sentence that supports a precondition', () => {
    for (const [type, value, said] of ROWS) {
      if (type === 'authenticated') continue;
      for (const sentence of said)
        expect([type, value, sentence, can(sentence)]).toEqual([type, value, sentence, true]);
    }
  });
});

describe('every precondition type', () => {
  it('has a test case for every kind of input', () => {
    const tested = ROWS.filter(([type, , said]) => type === 'input_kind' && said.length > 0);

    expect(new Set(tested.map(([, value]) => value?.toLowerCase()))).toEqual(new Set<string | undefined>(INPUT_KINDS));
  });

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
          const problem = checkQuote({ type, value, quote }, fold(`x ${quote} y`), NPM);
          expect([undefined, 'not_named', 'not_demanded']).toContain(problem);
        },
      ),
    );
  });
});
