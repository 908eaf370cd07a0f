/**
 * A reader that answers truthfully for the texts of our tests: it searches for phrases, quotes the sentence around them, and
 * compares them with the profile. Tests can add phrases. It does not measure what a model understands.
 */
import type { AskedFields, AskedPrecondition, FactsAsked, SecondAsked } from './asked.ts';

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

/** Agrees if every fact contradicts a precondition, or, without facts, if there is a precondition at all. */
export function readSecond({ data }: SecondAsked): object {
  const { id, preconditions } = data.item;
  const isRuledOut =
    'facts' in data
      ? data.facts.length > 0 &&
        data.facts.every(({ fields }) => preconditions.some((each) => isExcluded(each, fields)))
      : preconditions.length > 0;
  return { id, exploitable: isRuledOut ? 'no' : 'yes', explanation: 'Read by phrases.' };
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

function isExcluded({ type, value }: AskedPrecondition, fields: AskedFields): boolean {
  const [path = '', excludes] = TABLE[type] ?? [];
  const field = fields[path];
  return field !== undefined && excludes?.(value, field) === true;
}
