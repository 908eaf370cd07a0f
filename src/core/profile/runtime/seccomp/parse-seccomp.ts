/**
 * Parses a seccomp profile in the format of Docker and OCI: a default action, and rules that name system calls. Only an invalid
 * structure is rejected; unknown actions and names are kept, with a warning.
 * https://github.com/opencontainers/runtime-spec/blob/main/config-linux.md#seccomp
 */
import { memberIn } from '../../../json/members.ts';
import { LIMITS } from '../../../limits.ts';
import { listIn, textIn, toStrings } from '../../../sbom/untrusted-value.ts';
import { toCapabilityName } from '../kernel-names.ts';
import { parseJsonDocument, toUnreadable, type JsonDocument } from '../json-document.ts';
import { addWarning, quoteLine, type Line, type RuntimeWarning } from '../runtime-warning.ts';
import { isSyscallName } from './syscall-names.ts';

export interface SeccompDocument {
  readonly kind: 'seccomp';
  readonly defaultAction: SeccompAction;
  readonly rules: readonly SeccompRule[];
  readonly warnings: readonly RuntimeWarning[];
}

export interface SeccompAction extends Line {
  readonly word: string;
  /** `unknown`: the action delegates the decision, or is not known. */
  readonly effect: 'allows' | 'blocks' | 'unknown';
}

export interface SeccompRule {
  readonly action: SeccompAction;
  readonly names: readonly (Line & { readonly name: string })[];
  /** The rule applies only to some arguments. */
  readonly hasArguments: boolean;
  readonly includes: SeccompCondition | undefined;
  readonly excludes: SeccompCondition | undefined;
}

export interface SeccompCondition {
  /** In lower case, without `cap_`. */
  readonly capabilities: readonly string[];
  /** As written. */
  readonly arches: readonly string[];
  /** A condition on the kernel version, which is unknown. */
  readonly hasKernel: boolean;
}

/** Throws an error of JSON, PROFILE_DOCUMENT_UNREADABLE or PROFILE_DOCUMENT_TOO_LARGE. */
export function parseSeccomp(text: string): SeccompDocument {
  return toSeccomp(parseJsonDocument(text, LIMITS.runtimeRulesMax));
}

function toSeccomp(document: JsonDocument): SeccompDocument {
  const { value } = document;
  const warnings: RuntimeWarning[] = [];
  const defaultAction = toAction(document, value, 'defaultAction', '');
  const syscalls = memberIn(value, 'syscalls') ?? [];
  if (!Array.isArray(syscalls)) throw toUnreadable(document, '/syscalls', '"syscalls" is not a list');
  const rules = syscalls.map((rule: unknown, i) => toRule(document, rule, `/syscalls/${i}`, warnings));
  for (const action of [defaultAction, ...rules.map((rule) => rule.action)])
    if (!EFFECTS.has(action.word)) addWarning(warnings, 'unknown-action', action);
  return { kind: 'seccomp', defaultAction, rules, warnings };
}

const EFFECTS: ReadonlyMap<string, SeccompAction['effect']> = new Map([
  ['SCMP_ACT_ALLOW', 'allows'],
  ['SCMP_ACT_LOG', 'allows'],
  ['SCMP_ACT_KILL', 'blocks'],
  ['SCMP_ACT_KILL_PROCESS', 'blocks'],
  ['SCMP_ACT_KILL_THREAD', 'blocks'],
  ['SCMP_ACT_TRAP', 'blocks'],
  ['SCMP_ACT_ERRNO', 'blocks'],
  ['SCMP_ACT_TRACE', 'unknown'],
  ['SCMP_ACT_NOTIFY', 'unknown'],
]);

function toAction(document: JsonDocument, holder: unknown, name: string, pointer: string): SeccompAction {
  const word = textIn(holder, name);
  if (word === undefined) throw toUnreadable(document, pointer, `"${name}" is missing or not a string`);
  const { line } = document.positionOf(pointer === '' ? `/${name}` : pointer);
  return { word, effect: EFFECTS.get(word) ?? 'unknown', line, text: quoteLine(`${name}: ${word}`) };
}

function toRule(document: JsonDocument, rule: unknown, pointer: string, warnings: RuntimeWarning[]): SeccompRule {
  const action = toAction(document, rule, 'action', pointer);
  const listed = memberIn(rule, 'names') ?? memberIn(rule, 'name');
  const texts = toStrings(listed);
  if (texts === undefined)
    throw toUnreadable(document, pointer, 'a rule has no "names", or a name that is not a string');
  const names = texts.map((name, i) => {
    const { line } = document.positionOf(Array.isArray(listed) ? `${pointer}/names/${i}` : pointer);
    const entry = { name, line, text: quoteLine(`${name}: ${action.word}`) };
    if (!isSyscallName(name)) addWarning(warnings, 'unknown-syscall', { line, text: quoteLine(name) });
    return entry;
  });
  return {
    action,
    names,
    hasArguments: listIn(rule, 'args').length > 0,
    includes: toCondition(memberIn(rule, 'includes')),
    excludes: toCondition(memberIn(rule, 'excludes')),
  };
}

/** Undefined: no condition. An invalid member is a condition that cannot be evaluated. */
function toCondition(value: unknown): SeccompCondition | undefined {
  if (value === undefined || value === null) return undefined;
  const capabilities = toStrings(memberIn(value, 'caps') ?? []);
  const arches = toStrings(memberIn(value, 'arches') ?? []);
  const kernel = memberIn(value, 'minKernel');
  return {
    capabilities: (capabilities ?? []).map(toCapabilityName),
    arches: arches ?? [],
    hasKernel: (kernel !== undefined && kernel !== '') || capabilities === undefined || arches === undefined,
  };
}
