/**
 * Parses one rule of an AppArmor profile. Only the kinds that Assay queries are kept: files, capabilities, networks, and
 * transitions out of the profile. An unknown kind may grant anything, so it marks the profile as open.
 */
import { quote } from '../../../errors.ts';
import {
  isPathWord,
  unquote,
  type ProfileDraft,
  type Qualifiers,
  type Permission,
  type ExecMode,
} from './apparmor-profile.ts';
import { toSyntaxError, type Statement, type Word } from './apparmor-lexer.ts';
import { toCapabilityName } from '../kernel-names.ts';
import { addWarning, type Line, type RuntimeWarning } from '../runtime-warning.ts';

interface Rule {
  readonly words: readonly Word[];
  readonly qualifiers: Qualifiers;
  readonly statement: Statement;
}

type ParseRule = (profile: ProfileDraft, rule: Rule) => void;

/** Kinds that are not needed. */
const IGNORED = [
  'set',
  'rlimit',
  'mount',
  'remount',
  'umount',
  'unmount',
  'pivot_root',
  'signal',
  'ptrace',
  'dbus',
  'unix',
  'userns',
  'io_uring',
  'mqueue',
  'link',
  'change_hat',
  'abi',
];
const KINDS: ReadonlyMap<string, ParseRule> = new Map<string, ParseRule>([
  ['file', parseFile],
  ['capability', parseCapability],
  ['network', parseNetwork],
  ['change_profile', parseChangeProfile],
  ['all', parseAll],
]);

export function parseRule(profile: ProfileDraft, rule: Rule, warnings: RuntimeWarning[]): void {
  const [first] = rule.words;
  if (first === undefined) throw toSyntaxError(rule.statement, 'a rule is empty');
  if (rule.qualifiers.hasPriority) {
    profile.escapes.push(lineOf(rule));
    addWarning(warnings, 'priority', lineOf(rule));
  }
  const read = KINDS.get(first.text);
  if (read !== undefined) return read(profile, rule);
  if (isPathWord(first) || (isPermissions(first.text) && rule.words.length > 1)) return parseFile(profile, rule);
  if (IGNORED.includes(first.text)) return;
  profile.opened.push(lineOf(rule));
  addWarning(warnings, 'unknown-rule', lineOf(rule));
}

const EVERY_FILE = '/**';
const EVERYTHING: Permissions = { list: ['r', 'w', 'm', 'x'], exec: 'inherit' };
const PREFIXES = ['file', 'safe', 'unsafe'];

/** `file,`, `/path rw,`, `rw /path,`, `/path px -> target,` */
function parseFile(profile: ProfileDraft, { words, qualifiers, statement }: Rule): void {
  const rest = words.filter(({ text }) => !PREFIXES.includes(text));
  if (rest.length === 0)
    return addFile(profile, { pattern: EVERY_FILE, permissions: EVERYTHING, qualifiers, statement });
  const arrow = rest.findIndex(({ text }) => text === '->');
  const [first, second, ...more] = arrow === -1 ? rest : rest.slice(0, arrow);
  const target = arrow === -1 ? undefined : rest[arrow + 1];
  if (first === undefined || second === undefined || more.length > 0 || (arrow !== -1 && target === undefined))
    throw toSyntaxError(more[0] ?? statement, 'a file rule needs a path, permissions and a comma');

  const [path, letters] = isPathWord(first) ? [first, second] : [second, first];
  const permissions = parsePermissions(letters.text);
  if (permissions === undefined) throw toSyntaxError(letters, `the permissions ${quote(letters.text)} are unknown`);
  if (!isPathWord(path)) throw toSyntaxError(path, 'the path of a file rule must begin with a slash or a variable');
  addFile(profile, {
    pattern: unquote(path),
    permissions,
    qualifiers,
    statement,
    ...(target !== undefined && { target: unquote(target) }),
  });
}

interface FileFacts {
  readonly pattern: string;
  readonly permissions: Permissions;
  readonly qualifiers: Qualifiers;
  readonly statement: Statement;
  readonly target?: string;
}

function addFile(profile: ProfileDraft, { pattern, permissions, qualifiers, statement, target }: FileFacts): void {
  const { isDenied, isLimited } = qualifiers;
  const { line, column, text } = statement;
  // A denial only for some owners or under a condition does not cover the others.
  if (isDenied && isLimited) return;
  const list = isDenied ? deniedBy(permissions, statement) : permissions.list;
  profile.files.push({ isDenied, pattern, permissions: list, line, column, text });
  const { exec } = permissions;
  if (isDenied || exec === undefined || exec === 'inherit') return;
  profile.transitions.push({ mode: exec, program: pattern, target, line, text });
}

/** A denial of appending still permits other writes to the file. */
function deniedBy({ list }: Permissions, { words }: Statement): readonly Permission[] {
  const isAppendOnly = words.some(({ text }) => isPermissions(text) && text.includes('a') && !text.includes('w'));
  return isAppendOnly ? list.filter((permission) => permission !== 'w') : list;
}

function parseCapability(profile: ProfileDraft, { words, qualifiers, statement }: Rule): void {
  const { isDenied, isLimited } = qualifiers;
  if (isDenied && isLimited) return;
  const names = words.slice(1).map(({ text }) => toCapabilityName(text));
  profile.capabilities.push({ isDenied, names, line: statement.line, text: statement.text });
}

const TYPES = ['stream', 'dgram', 'seqpacket', 'rdm', 'raw', 'packet'];
const PROTOCOLS: ReadonlyMap<string, string> = new Map([
  ['tcp', 'stream'],
  ['udp', 'dgram'],
  ['icmp', 'raw'],
]);
const DOMAIN = /^[a-z][a-z0-9]{0,15}$/;

/**
 * `network inet stream,`. A rule with conditions on addresses and ports grants a part, but does not deny anything for certain.
 */
function parseNetwork(profile: ProfileDraft, { words, qualifiers, statement }: Rule): void {
  const { isDenied } = qualifiers;
  const domains: string[] = [];
  const types: string[] = [];
  let { isLimited } = qualifiers;
  for (const { text } of words.slice(1)) {
    const type = PROTOCOLS.get(text) ?? text;
    if (TYPES.includes(type)) types.push(type);
    else if (DOMAIN.test(text)) domains.push(text);
    else isLimited = true;
  }
  if (isDenied && isLimited) return;
  profile.networks.push({ isDenied, domains, types, line: statement.line, text: statement.text });
}

function parseChangeProfile(profile: ProfileDraft, { words, qualifiers, statement }: Rule): void {
  if (qualifiers.isDenied) return;
  const arrow = words.findIndex(({ text }) => text === '->');
  const word = arrow === -1 ? undefined : words[arrow + 1];
  const { line, text } = statement;
  const target = word === undefined ? undefined : unquote(word);
  profile.transitions.push({ mode: 'profile', program: undefined, target, line, text });
}

/** Everything, of every kind. */
function parseAll(profile: ProfileDraft, { qualifiers, statement }: Rule): void {
  const { isDenied, isLimited } = qualifiers;
  if (isDenied && isLimited) return;
  const { line, text } = statement;
  addFile(profile, { pattern: EVERY_FILE, permissions: EVERYTHING, qualifiers, statement });
  profile.capabilities.push({ isDenied, names: [], line, text });
  profile.networks.push({ isDenied, domains: [], types: [], line, text });
}

function lineOf({ statement: { line, text } }: Rule): Line {
  return { line, text };
}

interface Permissions {
  readonly list: readonly Permission[];
  /** Undefined: no exec permission. */
  readonly exec: ExecMode | undefined;
}

const LETTERS = /^[rwamlkdxpPcCuUiI]+$/;
const LETTERS_MAX = 32;
/** Locks, links and similar permissions are ignored. */
const MEANING: ReadonlyMap<string, Permission | undefined> = new Map([
  ['r', 'r'],
  ['w', 'w'],
  ['a', 'w'],
  ['m', 'm'],
  ['x', 'x'],
  ['l', undefined],
  ['k', undefined],
  ['d', undefined],
]);

function isPermissions(text: string): boolean {
  return text.length <= LETTERS_MAX && LETTERS.test(text);
}

/**
 * `rw`, `mrix`, `rPUx`; undefined: not valid. The letters before `x` select the profile of the started program: the same (`i`),
 * another one (`p`, `c`), or none (`u`); upper-case letters only clean the environment.
 */
function parsePermissions(text: string): Permissions | undefined {
  if (!isPermissions(text)) return undefined;
  const list = new Set<Permission>();
  let before = '';
  let exec: ExecMode | undefined;
  for (const letter of text) {
    if (!MEANING.has(letter)) {
      before += letter.toLowerCase();
      continue;
    }
    if (before !== '' && letter !== 'x') return undefined;
    if (letter === 'x') exec = execModeOf(before);
    before = '';
    const permission = MEANING.get(letter);
    if (permission !== undefined) list.add(permission);
  }
  return before === '' ? { list: [...list], exec } : undefined;
}

/** A fallback counts as taken: `pux` runs unconfined if the profile does not exist. */
function execModeOf(letters: string): ExecMode {
  if (letters.includes('u')) return 'unconfined';
  if (letters.includes('p')) return 'profile';
  if (letters.includes('c')) return 'child';
  return letters.includes('i') ? 'inherit' : 'unsaid';
}
