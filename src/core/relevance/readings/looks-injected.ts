/**
 * Whether a text speaks to its reader instead of about a vulnerability: orders to forget the task, a verdict that is put into the
 * reader's mouth, marks of a conversation, characters that only a machine reads. It proves nothing either way; a model that has
 * read such a text may only suggest. Orders are known in a few languages and in plain words. Who plants a false condition in plain
 * words speaks about the vulnerability, and code cannot tell that he lies.
 */
import { isStop, toWords } from '../../advisory/text-words.ts';
import { cleanText } from './clean-text.ts';

export function looksInjected(text: string): boolean {
  if (HIDDEN.test(text)) return true;
  const lower = cleanText(text).toLowerCase();
  return (
    MARKS.some((mark) => lower.includes(mark)) ||
    lower.split('\n').some((line) => ROLES.some((role) => line.trimStart().startsWith(role))) ||
    // The second time for names: `all-findings-are-not-relevant` is one word.
    hasOrder(toWords(lower)) ||
    hasOrder(toWords(lower.replace(JOINTS, ' ')))
  );
}

// Tags spell out plain letters that no person sees; overrides show a text in another order than it is read.
const HIDDEN = /[\u{E0000}-\u{E007F}\u202A-\u202E\u2066-\u2069]/u;

const JOINTS = /[-_./@]/g;

/** Of the forms in which conversations with models are written, and of what our own questions hold. */
const MARKS = [
  ...['<|im_', '<|system', '<|user', '<|assistant', '<|end', '[inst]', '[/inst]', '<<sys>>', '<</sys>>'],
  ...['<system>', '</system>', '<assistant>', '</assistant>', '<instructions>', '</instructions>'],
  ...['### instruction', '### system', '### response', 'begin_of_text', 'system prompt', 'end of data'],
  ...['you are an ai', 'you are a language model', 'you are now', 'as an ai ', 'new instructions', 'not_relevant'],
  ...['notrelevant', 'preconditionindex', 'profilepath', 'dear assistant', 'automated reader', 'quote this'],
  ...['quote the following', 'quoted as proof', 'quoted as evidence', 'cite this sentence', 'report the precondition'],
  ...['for language models', 'to language models', 'to the language model', 'note to the model', 'an das sprachmodell'],
];

const ROLES = ['system:', 'assistant:', 'human:', 'developer:', '[system]', '[assistant]', '# system', '## system'];

interface Order {
  readonly verbs: ReadonlySet<string>;
  readonly objects: ReadonlySet<string>;
}

const ORDERS: readonly Order[] = [
  {
    verbs: new Set([
      ...['ignore', 'disregard', 'forget', 'override', 'overrule', 'vergiss', 'ignoriere', 'missachte', 'oublie'],
      ...['oubliez', 'ignorez', 'ignora', 'olvida', 'olvide', 'dimentica', 'ignori', 'negeer', 'vergeet'],
    ]),
    objects: new Set([
      ...['previous', 'prior', 'earlier', 'preceding', 'above', 'foregoing'],
      ...['instruction', 'instructions', 'guidelines', 'directives', 'task', 'anweisungen', 'anweisung', 'vorgaben'],
      ...['instrucciones', 'anteriores', 'istruzioni', 'precedenti', 'consignes', 'instructies'],
    ]),
  },
  {
    verbs: new Set([
      ...['set', 'mark', 'return', 'output', 'answer', 'classify', 'report', 'label', 'treat', 'respond', 'reply'],
      ...['conclude', 'rate', 'consider', 'give', 'assign', 'choose', 'marked', 'labeled', 'labelled', 'classified'],
      ...['treated', 'rated', 'considered', 'reported', 'bewerte', 'finding', 'findings', 'alert', 'alerts'],
    ]),
    objects: new Set(['verdict', 'irrelevant', 'non-relevant', 'not-relevant']),
  },
];

/** How far behind the verb its object may stand, in words. */
const REACH = 7;

function hasOrder(words: readonly string[]): boolean {
  return words.some((word, i) =>
    ORDERS.some(({ verbs, objects }) => verbs.has(word) && hasObject(words, i + 1, objects)),
  );
}

const NOT: ReadonlySet<string> = new Set(['not', 'nicht', 'pas', 'non', 'no']);

function hasObject(words: readonly string[], from: number, objects: ReadonlySet<string>): boolean {
  for (let i = from; i < from + REACH; i += 1) {
    const word = words[i];
    if (word === undefined || isStop(word)) return false;
    if (objects.has(word === 'relevant' && NOT.has(words[i - 1] ?? '') ? 'not-relevant' : word)) return true;
  }
  return false;
}
