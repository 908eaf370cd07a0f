/** Finds file rules of one profile by their literal prefix: a profile has thousands of rules and a query concerns few of them. */
import { compileGlob, matchGlob, type Budget, type Glob } from '../glob.ts';
import type { FileRule, Permission } from './apparmor-profile.ts';
import type { Line } from './runtime-warning.ts';

/** The first rule of each kind, in document order. */
export interface FoundRules {
  readonly deny: Line | undefined;
  readonly allow: Line | undefined;
}

interface Indexed {
  readonly index: number;
  readonly glob: Glob;
  readonly rule: FileRule;
}

export class FileRules {
  private readonly byPrefix = new Map<string, Indexed[]>();
  private readonly prefixLengths: readonly number[];

  constructor(rules: readonly FileRule[]) {
    for (const [index, rule] of rules.entries()) {
      const glob = compileGlob(rule.pattern);
      if (glob === undefined) continue;
      const list = this.byPrefix.get(glob.prefix) ?? [];
      list.push({ index, glob, rule });
      this.byPrefix.set(glob.prefix, list);
    }
    this.prefixLengths = [...new Set([...this.byPrefix.keys()].map(({ length }) => length))];
  }

  /** Undefined: the budget ran out. */
  find(path: string, permission: Permission, budget: Budget): FoundRules | undefined {
    let deny: Line | undefined;
    let allow: Line | undefined;
    for (const { glob, rule } of this.candidatesFor(path)) {
      if (!rule.permissions.includes(permission) || (rule.isDenied ? deny : allow) !== undefined) continue;
      const matches = matchGlob(glob, path, budget);
      if (matches === undefined) return undefined;
      if (!matches) continue;
      if (rule.isDenied) deny = rule;
      else allow = rule;
    }
    return { deny, allow };
  }

  private candidatesFor(path: string): readonly Indexed[] {
    const found = this.prefixLengths.flatMap((length) =>
      length > path.length ? [] : (this.byPrefix.get(path.slice(0, length)) ?? []),
    );
    return found.toSorted((a, b) => a.index - b.index);
  }
}
