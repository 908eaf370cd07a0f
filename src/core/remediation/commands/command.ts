/**
 * Commands for the user to copy. They are never executed here, and text from documents or advisories is included only if it
 * matches a strict grammar.
 */
import type { CommandForm, CommandReason } from '../../vocabulary/remediation.ts';
import { LIMITS } from '../../limits.ts';

export type Manager =
  | ('npm' | 'pnpm' | 'yarn' | 'pip' | 'poetry' | 'maven' | 'gradle' | 'go' | 'cargo' | 'nuget' | 'composer')
  | ('bundler' | 'mix' | 'pub' | 'apt' | 'apk' | 'dnf' | 'tdnf' | 'zypper' | 'docker');

export interface Command {
  readonly manager: Manager;
  /** `shell`: one line for a POSIX shell. `file`: lines for a file. `dockerfile`: a line for a Dockerfile. */
  readonly form: CommandForm;
  /** Without a trailing line break. */
  readonly text: string;
  /** The file to edit. */
  readonly file?: string;
  /** A hint for the user. */
  readonly note?: string;
}

export interface CommandRequest {
  /** As the package manager spells it; for a Maven artifact `group:artifact`. */
  readonly name: string;
  readonly version: string;
  readonly kind: 'upgrade' | 'override';
  /** Whether the target is on the release line of the installed version. */
  readonly isOnLine: boolean;
  /** For a Maven artifact, if it has them. */
  readonly classifier?: string;
  readonly type?: string;
}

export interface SystemRequest {
  readonly family: string;
  /** Binary packages. */
  readonly names: readonly string[];
  /** Version of the binary packages, if they all have it. */
  readonly version: string | undefined;
  /** The distribution's advisory that contains the fix: `RHSA-2024:1234`. */
  readonly advisory?: string;
  /** An image is rebuilt; a running container is not changed. */
  readonly isImage: boolean;
}

export interface CommandAnswer {
  readonly commands: readonly Command[];
  readonly commandReason?: CommandReason;
  /** Instruction in words, if there is no command for it. */
  readonly sentence?: string;
}

export const NO_COMMANDS: CommandAnswer = { commands: [], commandReason: 'none' };

/** Writes the commands for one package family. Undefined: the name or the version does not match its grammar. */
export type CommandWriter = (request: CommandRequest) => readonly Command[] | undefined;

/**
 * Every grammar allows ASCII only, and no leading option character, quote, blank, backslash, dollar, backtick, semicolon,
 * ampersand, pipe, angle bracket or control character. The text is always quoted in addition.
 */
export function isSafeName(name: string, grammar: RegExp): boolean {
  return name.length <= LIMITS.commandNameCharactersMax && grammar.test(name);
}

export function isSafeVersion(version: string, grammar: RegExp): boolean {
  return version.length <= LIMITS.commandVersionCharactersMax && grammar.test(version);
}

/** Quotes a word for a POSIX shell. Text that passed a grammar needs no escaping; this is a second line of defense. */
export function quoteWord(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** `1.2.3-rc.1+build`, as in SemVer and related schemes. */
export const PLAIN_VERSION = /^[0-9][0-9A-Za-z.+-]*$/;

const XML_ENTITIES: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&apos;'],
]);
const XML_SPECIAL = /[&<>"']/g;

export function escapeXml(text: string): string {
  return text.replace(XML_SPECIAL, (character) => XML_ENTITIES.get(character) ?? '');
}

/** Writes one element per line, from names and texts. */
export function toXmlLines(
  indent: string,
  elements: readonly (readonly [name: string, text: string | undefined])[],
): string {
  return elements
    .flatMap(([name, text]) => (text === undefined ? [] : [`${indent}<${name}>${escapeXml(text)}</${name}>`]))
    .join('\n');
}

export function toJson(value: unknown): string {
  return JSON.stringify(value, null, 2);
}
