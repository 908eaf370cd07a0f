/**
 * Completes a document after parsing: expands variables, checks all patterns, and resolves the transitions out of each profile.
 */
import { LIMITS } from '../../../limits.ts';
import { RUNTIME_PROFILE_TOO_LARGE } from '../../errors.ts';
import { compileGlob } from '../../glob.ts';
import type { ProfileDraft } from './apparmor-draft.ts';
import { toSyntaxError } from './apparmor-lexer.ts';
import type { AppArmorProfile, FileRule } from './apparmor-profile.ts';
import { findEscapes } from './apparmor-transitions.ts';
import { expandVariables, type Variables } from './apparmor-variables.ts';
import { addWarning, type RuntimeWarning } from '../runtime-warning.ts';

export function resolveProfiles(
  drafts: readonly ProfileDraft[],
  variables: Variables,
  warnings: RuntimeWarning[],
): readonly AppArmorProfile[] {
  const filled = new PatternResolver(variables, warnings);
  const escapesOf = findEscapes(drafts, variables, warnings);
  return drafts.map((draft) => {
    const { name, isEnforced, capabilities, networks, line, text } = draft;
    const files = filled.filesOf(draft);
    const escapes = [...draft.escapes, ...(escapesOf.get(draft) ?? [])];
    return { name, isEnforced, files, capabilities, networks, opened: draft.opened, escapes, line, text };
  });
}

class PatternResolver {
  private readonly variables: Variables;
  private readonly warnings: RuntimeWarning[];
  private characters = 0;

  constructor(variables: Variables, warnings: RuntimeWarning[]) {
    this.variables = variables;
    this.warnings = warnings;
  }

  filesOf(draft: ProfileDraft): readonly FileRule[] {
    const files: FileRule[] = [];
    for (const { column, ...rule } of draft.files) {
      const pattern = expandVariables(rule.pattern, this.variables);
      if (pattern === undefined) {
        draft.opened.push({ line: rule.line, text: rule.text });
        addWarning(this.warnings, 'undefined-variable', rule);
        continue;
      }
      // Few values of few variables in many rules could expand without bound.
      this.characters += pattern.length;
      if (this.characters > LIMITS.runtimePatternCharactersMax)
        throw RUNTIME_PROFILE_TOO_LARGE({
          what: 'characters in patterns after variable expansion',
          max: LIMITS.runtimePatternCharactersMax,
        });
      if (compileGlob(pattern) === undefined)
        throw toSyntaxError({ line: rule.line, column }, 'a pattern is too long, or its brackets do not match');
      files.push({ ...rule, pattern });
    }
    return files;
  }
}
