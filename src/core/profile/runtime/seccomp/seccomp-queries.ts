/**
 * Evaluates queries against a seccomp document. An allowlist denies every call that it does not mention, with or without
 * conditions; a blocklist denies only calls that it names without conditions, and no call that is newer than the list.
 */
import { toGoArch } from '../../../identity/platform-names.ts';
import type { KnownField, RuntimeVerdict } from '../../profile-view.ts';
import { toCapabilityName } from '../kernel-names.ts';
import type { Line } from '../runtime-warning.ts';
import type { SeccompAction, SeccompCondition, SeccompDocument, SeccompRule } from './parse-seccomp.ts';
import { toVerdict, weakest } from '../verdicts.ts';

/** Facts for evaluating the conditions of rules. */
interface SeccompFacts {
  /** Undefined: unknown whether the service has it. */
  readonly hasCapability: (name: string) => boolean | undefined;
  /** Go architecture names; empty: unknown. */
  readonly arches: readonly string[];
}

export function toSeccompFacts(known: (path: string) => KnownField | undefined): SeccompFacts {
  const capabilities = known('privilege.capabilities');
  const names = new Set(textsOf(capabilities).map(toCapabilityName));
  const arch = known('runtime.arch');
  return {
    hasCapability: (name) => names.has(name) || (capabilities?.complete === true ? false : undefined),
    arches: arch?.complete === true ? textsOf(arch) : [],
  };
}

interface Mention {
  readonly action: SeccompAction;
  readonly line: Line;
  readonly applies: 'yes' | 'no' | 'maybe';
  readonly hasArguments: boolean;
}

/** The verdict for one system call. */
export function toSeccompQuery(
  { defaultAction, rules }: SeccompDocument,
  name: string,
  facts: SeccompFacts,
): (syscall: string) => RuntimeVerdict {
  const mentions = new Map<string, Mention[]>();
  for (const rule of rules) {
    const applies = evaluateConditions(rule, facts);
    if (applies === 'no') continue;
    for (const line of rule.names) {
      const list = mentions.get(line.name) ?? [];
      list.push({ action: rule.action, line, applies, hasArguments: rule.hasArguments });
      mentions.set(line.name, list);
    }
  }
  return (syscall) => decide(mentions.get(syscall) ?? [], defaultAction, name);
}

function decide(mentions: readonly Mention[], standard: SeccompAction, document: string): RuntimeVerdict {
  const allows = mentions.find(({ action }) => action.effect === 'allows');
  const asks = mentions.find(({ action }) => action.effect === 'unknown');
  const blocks = mentions.find(
    ({ action, applies, hasArguments }) => action.effect === 'blocks' && applies === 'yes' && !hasArguments,
  );
  if (standard.effect === 'blocks') {
    if (allows !== undefined) return toVerdict('allowed', document, allows.line);
    if (asks !== undefined) return toVerdict('unknown', document, asks.line);
    return toVerdict('denied', document, blocks?.line ?? standard);
  }

  // Runtimes resolve contradicting rules differently.
  const other = mentions.find(({ action }) => action.effect !== 'blocks' && action.word !== standard.word);
  if (blocks !== undefined)
    return other === undefined
      ? toVerdict('denied', document, blocks.line)
      : toVerdict('unknown', document, other.line);
  if (asks !== undefined) return toVerdict('unknown', document, asks.line);
  if (allows !== undefined) return toVerdict('allowed', document, allows.line);
  const perhaps = mentions.find(({ applies, hasArguments }) => applies === 'maybe' && !hasArguments);
  if (perhaps !== undefined) return toVerdict('unknown', document, perhaps.line);
  return toVerdict(standard.effect === 'allows' ? 'allowed' : 'unknown', document, standard);
}

/** Derives from system calls whether the service can start any program, and whether it can accept connections. */
export function execVerdictOf(ask: (syscall: string) => RuntimeVerdict): RuntimeVerdict {
  return weakest([ask('execve'), ask('execveat')]);
}

const LISTENING = { tcp: ['socket', 'bind', 'listen'], udp: ['socket', 'bind'] } as const;

/** Listening needs all of the calls; on some processors `socketcall` stands for each of them. */
export function listenVerdictOf(ask: (syscall: string) => RuntimeVerdict, protocol: 'tcp' | 'udp'): RuntimeVerdict {
  const needed = LISTENING[protocol].map(ask);
  const denied = needed.find(({ answer }) => answer === 'denied');
  if (denied !== undefined) return weakest([denied, ask('socketcall')]);
  const unknown = needed.filter(({ answer }) => answer === 'unknown');
  return weakest(unknown.length > 0 ? unknown : needed);
}

function evaluateConditions({ includes, excludes }: SeccompRule, facts: SeccompFacts): Mention['applies'] {
  const answers = [...conditionsOf(includes, facts, true), ...conditionsOf(excludes, facts, false)];
  if (answers.includes('no')) return 'no';
  return answers.includes('maybe') ? 'maybe' : 'yes';
}

/** Including a rule requires all capabilities; excluding it requires only one. */
function conditionsOf(
  condition: SeccompCondition | undefined,
  { hasCapability, arches }: SeccompFacts,
  wanted: boolean,
): readonly Mention['applies'][] {
  if (condition === undefined) return [];
  const answers = condition.capabilities.map((name) => toApplies(hasCapability(name), wanted));
  if (condition.arches.length > 0) answers.push(toApplies(includesArch(arches, condition.arches), wanted));
  if (condition.hasKernel) answers.push('maybe');
  return answers;
}

function toApplies(holds: boolean | undefined, wanted: boolean): Mention['applies'] {
  if (holds === undefined) return 'maybe';
  return holds === wanted ? 'yes' : 'no';
}

/** Undefined: unknown, or true for some of the images only. */
function includesArch(ours: readonly string[], named: readonly string[]): boolean | undefined {
  const words = new Set(named.map((arch) => toGoArch(arch) ?? arch));
  const hits = ours.filter((arch) => words.has(arch)).length;
  if (ours.length === 0 || (hits > 0 && hits < ours.length)) return undefined;
  return hits > 0;
}

function textsOf(field: KnownField | undefined): readonly string[] {
  return Array.isArray(field?.value) ? field.value.filter((each) => typeof each === 'string') : [];
}
