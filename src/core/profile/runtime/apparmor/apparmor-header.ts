/** Parses the header of a profile, a child or a hat, and whether it is enforced. */
import { isPathWord, unquote, type ProfileDraft } from './apparmor-draft.ts';
import { toSyntaxError, type Statement, type Word } from './apparmor-lexer.ts';
import { addWarning, type RuntimeWarning } from '../runtime-warning.ts';

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

export function parseHeader(
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
    if (isPathWord({ text, line: 0, column: 0 }) || start === -1 || text.startsWith('xattrs')) continue;
    if (start === 0 && words[i - 1]?.text === '=' && words[i - 2]?.text === 'xattrs') continue;
    const list = text.slice(start + 1, text.lastIndexOf(')'));
    flags.push(...list.split(/[\s,]/).filter((flag) => flag !== ''));
  }
  return flags;
}

function isEnforcing(flag: string): boolean {
  return ENFORCING_FLAGS.has(flag) || ENFORCING_SETTINGS.some((setting) => flag.startsWith(setting));
}
