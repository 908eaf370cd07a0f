/**
 * A reader that answers truthfully for the texts of our tests: it searches for phrases, quotes the sentence around them, and
 * compares them with the profile. Tests can add phrases. It does not measure what a model understands.
 */
import type { AskedFields, AskedItem, AskedPrecondition, FactsAsked, ProfileAsked, SecondAsked } from './asked.ts';

export interface Phrase {
  /** In lower case. */
  readonly text: string;
  readonly type: string;
  readonly value: string | null;
  readonly necessary?: boolean;
}

const PHRASES: readonly Phrase[] = [
  { text: 'only affects windows', type: 'os', value: 'windows' },
  { text: 'only on windows', type: 'os', value: 'windows' },
  { text: 'windows only', type: 'os', value: 'windows' },
  { text: 'only affects macos', type: 'os', value: 'darwin' },
  { text: 'only affects 32-bit x86', type: 'arch', value: '386' },
  { text: 'crafted xml', type: 'input_kind', value: 'xml' },
  { text: 'crafted yaml', type: 'input_kind', value: 'yaml' },
  { text: 'crafted image', type: 'input_kind', value: 'image' },
  { text: 'crafted archive', type: 'input_kind', value: 'archive' },
  { text: 'local attacker', type: 'local_user', value: null },
  { text: 'authenticated attacker', type: 'authenticated', value: null },
];

export function readFacts({ data }: FactsAsked, phrases: readonly Phrase[] = []): object {
  const sentences = data.advisory.texts.flatMap(({ title, details }) => [title, ...details.split(/(?<=\.)\s/)]);
  const preconditions = [...phrases, ...PHRASES].flatMap(({ text, type, value, necessary = true }) => {
    const quote = sentences.find((sentence) => sentence.toLowerCase().includes(text));
    return quote === undefined ? [] : [{ type, value, quote, necessary }];
  });
  return { preconditions: preconditions.slice(0, 20) };
}

export function readProfile({ data }: ProfileAsked): { readonly items: readonly ProfileItem[] } {
  return { items: data.items.map((item) => judgeItem(item, data.profile)) };
}

export function readSecond({ data }: SecondAsked): object {
  const { id, preconditions } = data.item;
  const isRuledOut =
    'profiles' in data
      ? data.profiles.length > 0 && data.profiles.every(({ fields }) => contradictionsOf(data.item, fields).length > 0)
      : preconditions.length > 0 && preconditions.every(({ necessary }) => necessary);
  return { id, exploitable: isRuledOut ? 'no' : 'yes', explanation: 'Read by phrases.' };
}

export interface ProfileItem {
  readonly id: string;
  readonly verdict: string;
  readonly justification: string | null;
  readonly evidence: readonly Citation[];
  readonly confidence: number;
  readonly explanation: string;
}

interface Citation {
  readonly preconditionIndex: number;
  readonly profilePath: string;
  readonly relation: string;
}

function judgeItem(item: AskedItem, fields: AskedFields): ProfileItem {
  const evidence = contradictionsOf(item, fields);
  const [first] = evidence;
  const type = item.preconditions.find(({ index }) => index === first?.preconditionIndex)?.type ?? '';
  return {
    id: item.id,
    verdict: first === undefined ? 'relevant' : 'not_relevant',
    justification: JUSTIFICATIONS.get(type) ?? null,
    evidence,
    confidence: 0.95,
    explanation: first === undefined ? 'Nothing rules it out.' : `${first.profilePath} rules it out.`,
  };
}

const JUSTIFICATIONS = new Map([
  ...(['os', 'arch', 'language_version'] as const).map((type) => [type, 'requires_environment'] as const),
  ...(['feature', 'input_kind'] as const).map((type) => [type, 'code_not_reachable'] as const),
  ['configuration', 'requires_configuration'] as const,
  ['command', 'protected_at_runtime'] as const,
]) as ReadonlyMap<string, string>;

export function contradictionsOf({ preconditions }: AskedItem, fields: AskedFields): readonly Citation[] {
  return preconditions.flatMap((precondition) => {
    const path = precondition.necessary ? findContradiction(precondition, fields) : undefined;
    return path === undefined
      ? []
      : [{ preconditionIndex: precondition.index, profilePath: path, relation: 'contradicts' }];
  });
}

type Excludes = (value: string | null, field: AskedFields[string]) => boolean;

const isNo: Excludes = (_, { value }) => value === 'no';
const isMissing: Excludes = (wanted, { value, complete }) =>
  complete === true &&
  Array.isArray(value) &&
  wanted !== null &&
  !wanted.split(',').some((each) => value.includes(each));
const isUnused: Excludes = (wanted, { value }) =>
  Array.isArray(value) &&
  value.some((each: { readonly feature?: string }) => each.feature?.toLowerCase() === wanted?.toLowerCase());

const TABLE: Readonly<Record<string, readonly [path: string, excludes: Excludes]>> = {
  os: ['runtime.os', (wanted, { value }) => wanted !== null && !wanted.split(',').includes(String(value))],
  arch: ['runtime.arch', isMissing],
  input_kind: ['input.acceptsUntrusted', isMissing],
  feature: ['usage.featuresNotUsed', isUnused],
  configuration: ['usage.featuresNotUsed', isUnused],
  command: ['enforced.exec', (_, { value }) => value === 'denied'],
  syscall: ['enforced.syscalls', () => true],
  local_user: ['privilege.localUsers', isNo],
  deployment: ['input.userInteraction', isNo],
  privilege: ['privilege.runsAsRoot', isNo],
};

function findContradiction({ type, value }: AskedPrecondition, fields: AskedFields): string | undefined {
  const [path = '', excludes] = TABLE[type] ?? [];
  const field = fields[path];
  return field !== undefined && excludes?.(value, field) === true ? path : undefined;
}
