/**
 * Parsed AppArmor document: its profiles with the rules that Assay queries, each with its line, and the drafts that they are made
 * from. Plain values: the patterns are compiled on the first query.
 */
import type { Line, RuntimeWarning } from '../runtime-warning.ts';
import { toSyntaxError, type Word } from './apparmor-lexer.ts';

export interface AppArmorDocument {
  readonly kind: 'apparmor';
  /** Includes children and hats, as a flat list. */
  readonly profiles: readonly AppArmorProfile[];
  readonly warnings: readonly RuntimeWarning[];
}

export interface AppArmorProfile extends Line {
  /** `parent//child` for children and hats. */
  readonly name: string;
  /** False: the profile denies nothing. */
  readonly isEnforced: boolean;
  readonly files: readonly FileRule[];
  readonly capabilities: readonly CapabilityRule[];
  readonly networks: readonly NetworkRule[];
  /** Lines that refer to rules outside the document. With any of them, access that no deny rule covers is unknown. */
  readonly opened: readonly Line[];
  /** Transitions that leave the document. With any of them, nothing is denied for certain. */
  readonly escapes: readonly Line[];
}

/** `r`, `m` for mapping as code, `x`, and `w`, which includes appending. */
export type Permission = 'r' | 'm' | 'x' | 'w';

/** The profile of a started program. */
export type ExecMode = 'inherit' | 'profile' | 'child' | 'unconfined' | 'unsaid';

export interface FileRule extends Line {
  readonly isDenied: boolean;
  /** With variables expanded. */
  readonly pattern: string;
  readonly permissions: readonly Permission[];
}

interface CapabilityRule extends Line {
  readonly isDenied: boolean;
  /** In lower case, without `cap_`; empty: all. */
  readonly names: readonly string[];
}

interface NetworkRule extends Line {
  readonly isDenied: boolean;
  /** Empty: all. */
  readonly domains: readonly string[];
  readonly types: readonly string[];
}

/** A profile while it is being parsed, with patterns and targets as written. */
export interface ProfileDraft extends Pick<AppArmorProfile, 'name' | 'isEnforced' | keyof Line> {
  /** Pattern of the programs that the profile attaches to; undefined: the profile is selected only by name. */
  readonly attachment: string | undefined;
  readonly parent: ProfileDraft | undefined;
  readonly files: (FileRule & { readonly column: number })[];
  readonly capabilities: CapabilityRule[];
  readonly networks: NetworkRule[];
  readonly opened: Line[];
  readonly escapes: Line[];
  readonly transitions: Transition[];
}

/** A permission to start a program or to change the profile. */
export interface Transition extends Line {
  readonly mode: Exclude<ExecMode, 'inherit'>;
  /** The pattern of the program; undefined: none is started. */
  readonly program: string | undefined;
  readonly target: string | undefined;
}

/** Qualifiers before a rule or its block. */
export interface Qualifiers {
  readonly isDenied: boolean;
  /** Applies only to some files or under a condition: such a rule grants, but a denial is not certain. */
  readonly isLimited: boolean;
  readonly hasPriority: boolean;
}

export const NO_QUALIFIERS: Qualifiers = { isDenied: false, isLimited: false, hasPriority: false };

const WITHOUT_EFFECT = ['audit', 'quiet', 'allow', 'prompt', 'access'];

/** Removes the qualifiers from the words and combines them with those of the enclosing block. */
export function splitQualifiers(
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

/** A name or pattern without its quotes. Escapes are kept: an escaped star is not a wildcard. */
export function unquote({ text, ...place }: Word): string {
  const bare = text.startsWith('"') ? text.slice(1, text.endsWith('"') && text.length > 1 ? -1 : undefined) : text;
  if (bare === '') throw toSyntaxError(place, 'a name is empty');
  return bare.replace(OCTAL, (_escape, digits: string) => `\\${String.fromCharCode(Number.parseInt(digits, 8))}`);
}

export function isPathWord({ text }: Pick<Word, 'text'>): boolean {
  return text.startsWith('/') || text.startsWith('@') || text.startsWith('"') || text.startsWith('{');
}
