/** A profile while it is being read: the same as in the end, with patterns and targets as they are written. */
import { unreadable, type Word } from './apparmor-lexer.ts';
import type { ExecMode } from './apparmor-permissions.ts';
import type { CapabilityRule, FileRule, NetworkRule } from './apparmor-profile.ts';
import type { Line } from './runtime-warning.ts';

export interface ProfileDraft extends Line {
  readonly name: string;
  /** Programs that the profile is for; undefined: it is only chosen by its name. */
  readonly attachment: string | undefined;
  readonly parent: ProfileDraft | undefined;
  readonly isEnforced: boolean;
  readonly files: (FileRule & { readonly column: number })[];
  readonly capabilities: CapabilityRule[];
  readonly networks: NetworkRule[];
  readonly opened: Line[];
  readonly escapes: Line[];
  readonly transitions: Transition[];
}

/** That a program may be started, or the profile left, and for which one. */
export interface Transition extends Line {
  readonly mode: Exclude<ExecMode, 'inherit'>;
  /** The pattern of the program; undefined: none is started. */
  readonly program: string | undefined;
  readonly target: string | undefined;
}

/** What stands before a rule or around it. */
export interface Qualifiers {
  readonly isDenied: boolean;
  /** Holds only for some files, or only under some condition: then it grants, but denies nothing for sure. */
  readonly isLimited: boolean;
  readonly hasPriority: boolean;
}

export const NO_QUALIFIERS: Qualifiers = { isDenied: false, isLimited: false, hasPriority: false };

const WITHOUT_EFFECT = ['audit', 'quiet', 'allow', 'prompt', 'access'];

/** Takes the words away that only qualify; what is around a rule holds for it too. */
export function takeQualifiers(
  words: readonly Word[],
  around: Qualifiers,
): { readonly rest: readonly Word[]; readonly qualifiers: Qualifiers } {
  let { isDenied, isLimited, hasPriority } = around;
  let taken = 0;
  for (const { text } of words) {
    if (text === 'deny') isDenied = true;
    else if (text === 'owner' || text === 'other') isLimited = true;
    else if (text.startsWith('priority=')) hasPriority = true;
    else if (!WITHOUT_EFFECT.includes(text)) break;
    taken += 1;
  }
  return { rest: words.slice(taken), qualifiers: { isDenied, isLimited, hasPriority } };
}

const OCTAL = /\\([0-3][0-7]{2})/g;

/** A name or a pattern without its quotes. Escapes stay: a star that is escaped is no wildcard. */
export function unquote({ text, ...place }: Word): string {
  const bare = text.startsWith('"') ? text.slice(1, text.endsWith('"') && text.length > 1 ? -1 : undefined) : text;
  if (bare === '') throw unreadable(place, 'a name is empty');
  return bare.replace(OCTAL, (_escape, digits: string) => `\\${String.fromCharCode(Number.parseInt(digits, 8))}`);
}

export function isPathWord({ text }: Word): boolean {
  return text.startsWith('/') || text.startsWith('@') || text.startsWith('"') || text.startsWith('{');
}
