/**
 * Commands do only what their template says, whatever a document calls its packages. Each command runs in a real shell in which
 * the package managers are functions that print their arguments.
 */
import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { writeRebuild } from '../plan/draft-os-actions.ts';
import type { Command } from './command.ts';
import { COMMAND_FAMILIES, writeCommands, writeSystemCommands } from './write-commands.ts';
import type { Family } from '../../vocabulary/package.ts';

const TOOLS = [
  'npm',
  'pnpm',
  'yarn',
  'pip',
  'poetry',
  'go',
  'cargo',
  'dotnet',
  'composer',
  'bundle',
  'mix',
  'dart',
  'apk',
  'dnf',
  'tdnf',
  'zypper',
  'docker',
  'rm',
];
const SYSTEMS: readonly Family[] = ['Debian', 'Ubuntu', 'Alpine', 'Red Hat', 'SUSE', 'openSUSE', 'Azure Linux'];

/** Not every shell accepts `apt-get` as a function name. */
const PRELUDE = [...TOOLS, 'apt_get'].map((tool) => `${tool}() { printf '%s\\n' ${tool} "$@"; }`).join('\n');

/** Returns the words of every command that runs, command by command. */
function runAll(texts: readonly string[]): string[][] {
  const script = texts.map((text) => `${text.replaceAll('apt-get', 'apt_get')}\nprintf '%s\\n' ${END}`).join('\n');
  const { stdout, stderr, status } = spawnSync('sh', ['-f', '-c', `${PRELUDE}\n${script}`], {
    encoding: 'utf8',
    env: {},
  });
  expect([stderr, status]).toEqual(['', 0]);
  return stdout
    .split(`${END}\n`)
    .slice(0, -1)
    .map((part) => part.split('\n').slice(0, -1));
}

const END = '=end=';

/** Returns the words of the template, split at blanks and without quotes, because no value contains either. */
function expectedWords(text: string): string[] {
  return text
    .replaceAll('apt-get', 'apt_get')
    .split(' ')
    .filter((word) => word !== '&&')
    .map((word) => word.replaceAll("'", ''));
}

/** Returns the shell commands of all writers for a name and a version. */
function shellTexts(name: string, version: string): string[] {
  const requests = COMMAND_FAMILIES.flatMap((family) =>
    (['upgrade', 'override'] as const).flatMap((kind) =>
      [true, false].flatMap((isOnLine) => writeCommands(family as Family, { name, version, kind, isOnLine }).commands),
    ),
  );
  const system = SYSTEMS.flatMap((family) =>
    [true, false].flatMap(
      (isImage) => writeSystemCommands(family, { names: [name, name], version, isImage, advisory: name }).commands,
    ),
  );
  const images = writeRebuild({ family: 'Debian', release: '12', baseName: name });
  return [...requests, ...system, ...images].flatMap(toShell);
}

function toShell({ form, text }: Command): string[] {
  if (form === 'shell') return [text];
  return form === 'dockerfile' && text.startsWith('RUN ') ? [text.slice('RUN '.length)] : [];
}

const NEAR_GRAMMAR = `aZ09@/._-~+!:'"$\`; &|<>\\\n`.split('');
const HOSTILE: readonly string[] = [
  '$(id)',
  '`id`',
  'a;b',
  'a&b',
  'a|b',
  'a>b',
  'a<b',
  'a b',
  'a\tb',
  'a\nb',
  'a\rb',
  "a'b",
  'a"b',
  'a\\b',
  "';id;'",
  '--registry=x',
  '-rf',
  '-',
  '..',
  '../../x',
  '.',
  '/',
  '@',
  '@/x',
  '@a/../b',
  '@scope/--x',
  '',
  ' ',
  '~',
  '*',
  '?',
  '[a]',
  '${HOME}',
  '$HOME',
  '#',
  '!',
  '!!',
  '{a,b}',
  '=HYPERLINK("http://x")',
  '+1',
  '-1',
  '@x',
  '\t=1',
  '\r=1',
  '\u0000',
  'a\u0000b',
  '<img src=x onerror=alert(1)>',
  'javascript:alert(1)',
  '\u202Egnp',
  'a\u200Bb',
  'аxios',
  '％',
  'a\u2028b',
  'é',
  '🙂',
  'a'.repeat(10_000),
  'a'.repeat(215),
  '$(id)/$(id)',
  'g:$(id)',
  'g:a:b',
  'a/b;c',
  'v1;id',
  '1.0;id',
  '1.0$(id)',
  '%24(id)',
  '%0aid',
  '__proto__',
  'constructor',
  'x\n',
  '1.0\n',
  "1.0'",
  '>=1',
  'latest',
  '0x10',
  'pkg:npm/a@1',
];

describe('a malicious name or version', () => {
  it.each(HOSTILE)('is only passed as arguments: %j', (hostile) => {
    const texts = [
      ...shellTexts(hostile, '1.0.0'),
      ...shellTexts('left-pad', hostile),
      ...shellTexts('g:a', hostile),
      ...shellTexts('a/b', hostile),
    ];

    expect(texts.filter((text) => text.includes('\n'))).toEqual([]);
    expect(runAll(texts)).toEqual(texts.map(expectedWords));
  });

  it('is in no command, and the reason is returned', () => {
    const unsafe = ['$(id)', 'a;b', '--registry=x', '..', "a'b", 'a\nb', '\u202Egnp', 'аxios', 'a'.repeat(10_000)];
    const answers = unsafe.flatMap((name) =>
      COMMAND_FAMILIES.map((family) =>
        writeCommands(family as Family, { name, version: '1.0.0', kind: 'upgrade', isOnLine: true }),
      ),
    );

    expect(answers).toEqual(answers.map(() => ({ commands: [], commandReason: 'unsafe_name' })));
  });

  it('is not in the text for a file either', () => {
    for (const name of HOSTILE) {
      for (const family of COMMAND_FAMILIES) {
        const { commands } = writeCommands(family as Family, {
          name: `g:${name}`,
          version: '1.0',
          kind: 'override',
          isOnLine: true,
        });
        for (const { text } of commands) expect(text).toMatch(/^[\x20-\x7e\n]*$/);
      }
    }
  });
});

describe('arbitrary names and versions', () => {
  const nearGrammar = fc.string({ unit: fc.constantFrom(...NEAR_GRAMMAR), maxLength: 12 });
  const text = fc.oneof(nearGrammar, fc.string({ unit: 'binary', maxLength: 12 }), fc.constantFrom(...HOSTILE));

  it('result in exactly the words of the template', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(text, text), { minLength: 1, maxLength: 20 }), (pairs) => {
        const texts = pairs.flatMap(([name, version]) => [
          ...shellTexts(name, '1.0.0'),
          ...shellTexts('left-pad', version),
          ...shellTexts(name, version),
        ]);

        expect(runAll(texts)).toEqual(texts.map(expectedWords));
      }),
    );
  });

  it('add no word that starts with a dash', () => {
    const options = new Set([
      '-p',
      '--precise',
      '--version',
      '-W',
      '--conservative',
      '--only-upgrade',
      '--upgrade',
      '-y',
      '-rf',
      '--no-cache',
      '--non-interactive',
      '--pull',
    ]);
    fc.assert(
      fc.property(text, text, (name, version) => {
        const words = [...shellTexts(name, version), ...shellTexts('a', version)].flatMap(expectedWords);
        const further = words.filter(
          (word) => word.startsWith('-') && !options.has(word) && !word.startsWith('--advisory='),
        );

        expect(further).toEqual([]);
      }),
    );
  });
});
