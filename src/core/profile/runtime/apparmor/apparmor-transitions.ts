/**
 * Resolves the profile of programs that leave a profile. Queries cover all profiles of a document, so a transition within the
 * document is accounted for; any other transition is an escape, after which nothing is known to be denied.
 */
import { LIMITS } from '../../../limits.ts';
import { compileGlob, matchGlob, type Glob } from '../../glob.ts';
import type { ProfileDraft, Transition } from './apparmor-draft.ts';
import { expandVariables, type Variables } from './apparmor-variables.ts';
import { addWarning, type Line, type RuntimeWarning, type WarningCode } from '../runtime-warning.ts';

const WILDCARD = /[*?[{\\]/;

export function findEscapes(
  drafts: readonly ProfileDraft[],
  variables: Variables,
  warnings: RuntimeWarning[],
): ReadonlyMap<ProfileDraft, readonly Line[]> {
  const targets = new Targets(drafts, variables);
  const escapes = new Map<ProfileDraft, Line[]>();
  for (const draft of drafts) {
    const lines = draft.transitions.filter((transition) => !targets.has(draft, transition));
    escapes.set(
      draft,
      lines.map(({ line, text }) => ({ line, text })),
    );
    for (const escape of lines) addWarning(warnings, codeOf(escape), escape);
  }
  return escapes;
}

function codeOf({ mode }: Transition): WarningCode {
  return mode === 'unconfined' ? 'unconfined-children' : 'unknown-target';
}

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
    if (target !== undefined) return this.isNamed(from, mode, target);
    const path = program === undefined ? undefined : expandVariables(program, this.variables);
    if (path === undefined || WILDCARD.test(path)) return false;
    const globs = this.attached.get(mode === 'child' ? from : undefined) ?? [];
    return globs.some((glob) => matchGlob(glob, path, this.budget) === true);
  }

  private isNamed(from: ProfileDraft, mode: Transition['mode'], target: string): boolean {
    if (mode === 'child') return this.names.has(`${from.name}//${target}`);
    return this.names.has(target);
  }
}
