/**
 * Completes a document after parsing: expands variables, checks all patterns, and resolves the transitions out of each profile.
 */
import { LIMITS } from '../../../limits.ts';
import { PROFILE_DOCUMENT_TOO_LARGE } from '../../errors.ts';
import { compileGlob, matchGlob, type Glob } from '../../glob.ts';
import type { ProfileDraft, Transition, AppArmorProfile, FileRule } from './apparmor-profile.ts';
import { toSyntaxError } from './apparmor-lexer.ts';
import { addWarning, type Line, type RuntimeWarning } from '../runtime-warning.ts';

type Variables = ReadonlyMap<string, readonly string[]>;

export function resolveProfiles(
  drafts: readonly ProfileDraft[],
  variables: Variables,
  warnings: RuntimeWarning[],
): readonly AppArmorProfile[] {
  const targets = new Targets(drafts, variables);
  // Queries cover all profiles of a document, so a transition within the document is accounted for. Any other transition is an
  // escape, after which nothing is known to be denied.
  const escaping = drafts.map((draft) => draft.transitions.filter((transition) => !targets.has(draft, transition)));
  for (const escape of escaping.flat())
    addWarning(warnings, escape.mode === 'unconfined' ? 'unconfined-children' : 'unknown-target', escape);
  let characters = 0;
  return drafts.map((draft, i) => {
    const { name, isEnforced, capabilities, networks, opened, line, text } = draft;
    const files = draft.files.flatMap(resolvePattern);
    const escapes = [...draft.escapes, ...(escaping[i] ?? []).map(toLine)];
    return { name, isEnforced, files, capabilities, networks, opened, escapes, line, text };

    function resolvePattern({ column, ...rule }: ProfileDraft['files'][number]): readonly FileRule[] {
      const pattern = expandVariables(rule.pattern, variables);
      if (pattern === undefined) {
        opened.push(toLine(rule));
        addWarning(warnings, 'undefined-variable', rule);
        return [];
      }
      // Few values of few variables in many rules could expand without bound.
      characters += pattern.length;
      if (characters > LIMITS.runtimePatternCharactersMax)
        throw PROFILE_DOCUMENT_TOO_LARGE({
          what: 'characters in patterns after variable expansion',
          max: LIMITS.runtimePatternCharactersMax,
        });
      if (compileGlob(pattern) === undefined)
        throw toSyntaxError({ line: rule.line, column }, 'a pattern is too long, or its brackets do not match');
      return [{ ...rule, pattern }];
    }
  });
}

function toLine({ line, text }: Line): Line {
  return { line, text };
}

const WILDCARD = /[*?[{\\]/;

/** The profiles of a document that a transition can lead to. */
class Targets {
  private readonly names: ReadonlySet<string>;
  private readonly attached = new Map<ProfileDraft | undefined, Glob[]>();
  private readonly variables: Variables;
  /** One budget for the whole document, so that thousands of patterns and programs cannot take unlimited time. */
  private readonly budget = { steps: LIMITS.runtimeQueryStepsMax };

  constructor(drafts: readonly ProfileDraft[], variables: Variables) {
    this.names = new Set(drafts.map(({ name }) => name));
    this.variables = variables;
    for (const { attachment, parent } of drafts) {
      const pattern = attachment === undefined ? undefined : expandVariables(attachment, variables);
      const glob = pattern === undefined ? undefined : compileGlob(pattern);
      if (glob === undefined) continue;
      const globs = this.attached.get(parent) ?? [];
      globs.push(glob);
      this.attached.set(parent, globs);
    }
  }

  /** Whether the target profile is certainly in the document. */
  has(from: ProfileDraft, { mode, program, target }: Transition): boolean {
    if (mode === 'unconfined' || mode === 'unsaid') return false;
    if (target !== undefined) return this.names.has(mode === 'child' ? `${from.name}//${target}` : target);
    const path = program === undefined ? undefined : expandVariables(program, this.variables);
    if (path === undefined || WILDCARD.test(path)) return false;
    const globs = this.attached.get(mode === 'child' ? from : undefined) ?? [];
    return globs.some((glob) => matchGlob(glob, path, this.budget) === true);
  }
}

/** Nesting of variables in values; a cycle would never end. */
const ROUNDS_MAX = 8;
const VARIABLE = /@\{([A-Za-z0-9_]*)\}/g;

/**
 * Replaces variables by alternatives: `@{HOME}/.ssh` becomes `{/home/*,/root}/.ssh`. Undefined: a variable is not defined in the
 * document, refers to itself, or its values are too long.
 */
function expandVariables(pattern: string, variables: Variables): string | undefined {
  let text = pattern;
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    if (!text.includes('@{')) return text;
    const filled = expandOnce(text, variables);
    if (filled === undefined || filled.length > LIMITS.globCharactersMax) return undefined;
    text = filled;
  }
  return undefined;
}

function expandOnce(text: string, variables: Variables): string | undefined {
  let filled = '';
  let from = 0;
  for (const match of text.matchAll(VARIABLE)) {
    const values = variables.get(match[1] ?? '');
    if (values === undefined || values.length === 0 || values.length > LIMITS.globCharactersMax) return undefined;
    const end = match.index + match[0].length;
    filled += text.slice(from, match.index);
    filled += toAlternatives(values, filled.endsWith('/'), text.charAt(end) === '/');
    if (filled.length > LIMITS.globCharactersMax) return undefined;
    from = end;
  }
  return from === 0 ? undefined : filled + text.slice(from);
}

const LEADING_SLASHES = /^\/+/;

/** Merges double slashes: values usually end with a slash, and the rules that use them begin with one. */
function toAlternatives(values: readonly string[], isAfterSlash: boolean, isBeforeSlash: boolean): string {
  const trimmed = values.map((value) => {
    const start = isAfterSlash ? value.replace(LEADING_SLASHES, '') : value;
    return isBeforeSlash ? withoutTrailingSlashes(start) : start;
  });
  const [only = ''] = trimmed;
  return trimmed.length === 1 ? only : `{${trimmed.join(',')}}`;
}

function withoutTrailingSlashes(text: string): string {
  let end = text.length;
  while (end > 0 && text.charAt(end - 1) === '/') end -= 1;
  return text.slice(0, end);
}
