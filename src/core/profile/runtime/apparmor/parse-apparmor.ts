/**
 * Parses the text of an AppArmor profile without its includes, which are files of another machine. A document with invalid
 * structure is rejected with the position; valid parts that are not interpreted make the results less certain, with a warning.
 * https://gitlab.com/apparmor/apparmor/-/wikis/AppArmor_Core_Policy_Reference
 */
import { LIMITS } from '../../../limits.ts';
import { PROFILE_DOCUMENT_TOO_LARGE } from '../../errors.ts';
import {
  NO_QUALIFIERS,
  splitQualifiers,
  type ProfileDraft,
  type Qualifiers,
  isPathWord,
  unquote,
  type AppArmorDocument,
} from './apparmor-profile.ts';
import { resolveProfiles } from './resolve-profiles.ts';
import { parseStatements, toSyntaxError, type Statement, type Word } from './apparmor-lexer.ts';
import { parseRule } from './apparmor-rules.ts';
import { addWarning, type Line, type RuntimeWarning, type WarningCode } from '../runtime-warning.ts';

/** A profile, or a group of rules inside it that share qualifiers. */
interface Block {
  readonly profile: ProfileDraft;
  readonly qualifiers: Qualifiers;
}

const DEPTH_MAX = 16;

/** Throws PROFILE_DOCUMENT_UNREADABLE or PROFILE_DOCUMENT_TOO_LARGE. */
export function parseAppArmor(text: string): AppArmorDocument {
  const parser = new AppArmorParser();
  for (const statement of parseStatements(text)) parser.take(statement);
  return parser.finish();
}

class AppArmorParser {
  private readonly profiles: ProfileDraft[] = [];
  private readonly blocks: Block[] = [];
  private readonly variables = new Map<string, string[]>();
  private readonly warnings: RuntimeWarning[] = [];
  /** Lines outside all profiles that may affect each of them. */
  private readonly opened: Line[] = [];
  private rules = 0;
  private last: Statement | undefined;

  take(statement: Statement): void {
    this.last = statement;
    if (statement.end === 'close') return this.close(statement);
    this.rules += 1;
    if (this.rules > LIMITS.runtimeRulesMax)
      throw PROFILE_DOCUMENT_TOO_LARGE({ what: 'rules', max: LIMITS.runtimeRulesMax });
    if (statement.end === 'open') return this.open(statement);
    const first = statement.words[0]?.text ?? '';
    if (first === 'include' || first === '#include') return this.noteOpen(statement, 'unresolved-include');
    if (statement.end === 'line') return this.assign(statement);
    const block = this.blocks.at(-1);
    if (block === undefined) return this.takeOutside(statement, first);
    const { rest, qualifiers } = splitQualifiers(statement.words, block.qualifiers);
    parseRule(block.profile, { words: rest, qualifiers, statement }, this.warnings);
  }

  finish(): AppArmorDocument {
    const last = this.last ?? { line: 1, column: 1 };
    if (this.blocks.length > 0) throw toSyntaxError(last, 'the document ends before the closing brace of the profile');
    if (this.profiles.length === 0) throw toSyntaxError(last, 'the document contains no profile');
    for (const profile of this.profiles) profile.opened.push(...this.opened.slice(0, 1));
    const profiles = resolveProfiles(this.profiles, this.variables, this.warnings);
    return { kind: 'apparmor', profiles, warnings: this.warnings };
  }

  private close(statement: Statement): void {
    if (this.blocks.pop() === undefined) throw toSyntaxError(statement, 'a closing brace has no opening brace');
  }

  private open(statement: Statement): void {
    if (this.blocks.length === DEPTH_MAX)
      throw toSyntaxError(statement, `blocks are nested deeper than ${DEPTH_MAX} levels`);
    const around = this.blocks.at(-1);
    const { rest, qualifiers } = splitQualifiers(statement.words, around?.qualifiers ?? NO_QUALIFIERS);
    const [first] = rest;
    if (around !== undefined && (first === undefined || first.text === 'if' || first.text === 'else')) {
      if (statement.words.length === 0) throw toSyntaxError(statement, 'an opening brace has no name');
      // Either branch may apply: its grants count, its denials are not certain.
      const isLimited = qualifiers.isLimited || first !== undefined;
      this.blocks.push({ profile: around.profile, qualifiers: { ...qualifiers, isLimited } });
      return;
    }
    const profile = parseHeader(rest, statement, around?.profile, this.warnings);
    this.profiles.push(profile);
    this.blocks.push({ profile, qualifiers: NO_QUALIFIERS });
  }

  private noteOpen({ line, text }: Statement, code: WarningCode): void {
    (this.blocks.at(-1)?.profile.opened ?? this.opened).push({ line, text });
    addWarning(this.warnings, code, { line, text });
  }

  /** `@{NAME} = a b` or `@{NAME} += c`; booleans such as `$name = true` are not needed. */
  private assign({ words }: Statement): void {
    const written = words.map(({ text }) => text).join(' ');
    const [whole, name] = VARIABLE.exec(written) ?? [];
    if (whole === undefined || name === undefined) return;
    const isAdded = written.slice(whole.length).trimStart().startsWith('+=');
    const values = isAdded ? (this.variables.get(name) ?? []) : [];
    for (const [word, quoted] of written.slice(written.indexOf('=') + 1).matchAll(QUOTED_OR_WORD))
      values.push(quoted ?? word);
    this.variables.set(name, values);
  }

  private takeOutside(statement: Statement, first: string): void {
    if (first === 'abi') return;
    if (first === 'alias') return this.noteOpen(statement, 'alias');
    throw toSyntaxError(statement, 'a rule is outside of a profile');
  }
}

const VARIABLE = /^@\{([A-Za-z0-9_]*)\}/;
const QUOTED_OR_WORD = /"([^"]*)"|[^\s"]+/g;

/** Flags with which a profile still denies what it does not grant. Any other flag, including future ones, might not. */
const ENFORCING_FLAGS: ReadonlySet<string> = new Set([
  'enforce',
  'kill',
  'audit',
  'debug',
  'attach_disconnected',
  'no_attach_disconnected',
  'mediate_deleted',
  'delegate_deleted',
  'namespace_relative',
  'chroot_attach',
  'chroot_no_attach',
  'interruptible',
]);
const ENFORCING_SETTINGS = ['error=', 'kill.signal=', 'attach_disconnected.path=', 'attach_disconnected.ipc'];

/** The header of a profile, a child or a hat. */
function parseHeader(
  words: readonly Word[],
  statement: Statement,
  parent: ProfileDraft | undefined,
  warnings: RuntimeWarning[],
): ProfileDraft {
  const { name, attachment } = parseName(words, statement);
  const { line, text } = statement;
  const loose = flagsIn(words).find((flag) => !isEnforcing(flag));
  if (loose !== undefined) addWarning(warnings, 'not-enforced', { line, text });
  return {
    name: parent === undefined ? name : `${parent.name}//${name}`,
    attachment,
    parent,
    isEnforced: loose === undefined,
    files: [],
    capabilities: [],
    networks: [],
    opened: [],
    escapes: [],
    transitions: [],
    line,
    text,
  };
}

function parseName(
  [first, second, third]: readonly Word[],
  statement: Statement,
): { readonly name: string; readonly attachment: string | undefined } {
  if (first === undefined) throw toSyntaxError(statement, 'an opening brace has no name');
  if (first.text.startsWith('^') && first.text.length > 1)
    return { name: unquote({ ...first, text: first.text.slice(1) }), attachment: undefined };
  if (isPathWord(first)) return { name: unquote(first), attachment: unquote(first) };
  if ((first.text !== 'profile' && first.text !== 'hat') || second === undefined)
    throw toSyntaxError(first, 'a profile or a block of rules is expected');

  const name = unquote(second);
  if (first.text === 'hat') return { name, attachment: undefined };
  if (third !== undefined && isPathWord(third)) return { name, attachment: unquote(third) };
  return { name, attachment: isPathWord(second) && name.startsWith('/') ? name : undefined };
}

/** `flags=(a, b)`, `flags = (a b)` and the old `(a)`; file attributes are a list too. */
function flagsIn(words: readonly Word[]): readonly string[] {
  const flags: string[] = [];
  for (const [i, { text }] of words.entries()) {
    const start = text.indexOf('(');
    if (isPathWord({ text }) || start === -1 || text.startsWith('xattrs')) continue;
    if (start === 0 && words[i - 1]?.text === '=' && words[i - 2]?.text === 'xattrs') continue;
    const list = text.slice(start + 1, text.lastIndexOf(')'));
    flags.push(...list.split(/[\s,]/).filter((flag) => flag !== ''));
  }
  return flags;
}

function isEnforcing(flag: string): boolean {
  return ENFORCING_FLAGS.has(flag) || ENFORCING_SETTINGS.some((setting) => flag.startsWith(setting));
}
