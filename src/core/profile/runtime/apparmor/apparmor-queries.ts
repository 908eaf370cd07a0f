/**
 * Evaluates queries against an AppArmor document. The document does not say which profile a service starts in, and a service may
 * switch profiles, so something is denied only if every profile denies it.
 */
import { LIMITS } from '../../../limits.ts';
import { type Budget, compileGlob, matchGlob, type Glob } from '../../glob.ts';
import type { RuntimeVerdict, RuntimeView } from '../../profile-view.ts';
import type { AppArmorDocument, AppArmorProfile, FileRule, Permission } from './apparmor-profile.ts';
import { toCapabilityName, normalizePath, spellingsOf } from '../kernel-names.ts';
import type { Line } from '../runtime-warning.ts';
import { toVerdict, UNKNOWN_VERDICT, weakest } from '../verdicts.ts';

// Finds file rules of one profile by their literal prefix: a profile has thousands of rules and a query concerns few of them.

/** The first rule of each kind, in document order. */
interface FoundRules {
  readonly deny: Line | undefined;
  readonly allow: Line | undefined;
}

interface Indexed {
  readonly index: number;
  readonly glob: Glob;
  readonly rule: FileRule;
}

class FileRules {
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

type AppArmorQueries = Pick<RuntimeView, 'file' | 'listen' | 'capability' | 'execAny'>;

const LETTERS: Readonly<Record<Parameters<RuntimeView['file']>[1], Permission>> = {
  read: 'r',
  map: 'm',
  exec: 'x',
  write: 'w',
};
const SOCKET_TYPES = { tcp: 'stream', udp: 'dgram' } as const;
const DOMAINS = ['inet', 'inet6'];

/** `name` identifies the document in the evidence. */
export function toAppArmorQueries({ profiles }: AppArmorDocument, name: string): AppArmorQueries {
  const compiled = profiles.map((profile) => ({ profile, rules: new FileRules(profile.files) }));
  const ask = (rulesOf: (profile: AppArmorProfile) => FoundRules): RuntimeVerdict =>
    weakest(profiles.map((profile) => decide(profile, rulesOf(profile), name)));

  return {
    file: (path, mode) => {
      const normalized = normalizePath(path);
      if (normalized === undefined) return UNKNOWN_VERDICT;
      const budget: Budget = { steps: LIMITS.runtimeQueryStepsMax };
      const verdicts = spellingsOf(normalized).flatMap((spelling) =>
        compiled.map(({ profile, rules }) => {
          const found = rules.find(spelling, LETTERS[mode], budget);
          return found === undefined ? UNKNOWN_VERDICT : decide(profile, found, name);
        }),
      );
      return weakest(verdicts);
    },
    capability: (capability) => {
      const wanted = toCapabilityName(capability);
      return ask(({ capabilities }) =>
        pick(capabilities.filter(({ names }) => names.length === 0 || names.includes(wanted))),
      );
    },
    listen: (protocol) =>
      weakest(
        DOMAINS.map((domain) =>
          ask(({ networks }) =>
            pick(networks.filter((rule) => covers(rule.domains, domain) && covers(rule.types, SOCKET_TYPES[protocol]))),
          ),
        ),
      ),
    execAny: () => ask(({ files }) => pickExec(files.filter(({ permissions }) => permissions.includes('x')))),
  };
}

/** A deny rule takes precedence; a profile that is not enforced denies nothing. */
function decide(profile: AppArmorProfile, { deny, allow }: FoundRules, document: string): RuntimeVerdict {
  if (!profile.isEnforced)
    return allow !== undefined && deny === undefined
      ? toVerdict('allowed', document, allow)
      : toVerdict('unknown', document, profile);
  const [escape] = profile.escapes;
  if (deny !== undefined)
    return escape === undefined ? toVerdict('denied', document, deny) : toVerdict('unknown', document, escape);
  const [opened] = profile.opened;
  if (opened !== undefined) return toVerdict('unknown', document, opened);
  if (allow !== undefined) return toVerdict('allowed', document, allow);
  return escape === undefined ? toVerdict('denied', document, profile) : toVerdict('unknown', document, escape);
}

function pick(rules: readonly (Line & { readonly isDenied: boolean })[]): FoundRules {
  return { deny: rules.find(({ isDenied }) => isDenied), allow: rules.find(({ isDenied }) => !isDenied) };
}

/** An exec permission is revoked for certain only by a deny rule with the same pattern, or for everything. */
function pickExec(rules: readonly FileRule[]): FoundRules {
  const denied = new Map(rules.filter(({ isDenied }) => isDenied).map((rule) => [rule.pattern, rule]));
  const deny = denied.get('/**') ?? denied.get('/{**,}');
  const allow = rules.find(({ isDenied, pattern }) => !isDenied && !denied.has(pattern));
  return { deny, allow: deny === undefined ? allow : undefined };
}

function covers(list: readonly string[], word: string): boolean {
  return list.length === 0 || list.includes(word);
}
