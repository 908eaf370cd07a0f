/**
 * Detects likely prompt injection: orders to ignore the task, a dictated verdict, chat markup, characters that only a machine
 * reads. It proves nothing either way; an AI assessment of such a text may only suggest. Only plain orders in a few languages are
 * detected. A false condition in plain words reads like any other statement about the vulnerability and cannot be detected.
 */
import { isStop, toWords } from '../../../advisory/mentions/text-words.ts';
import { cleanText } from './clean-text.ts';

export function isLikelyInjection(text: string): boolean {
  if (HIDDEN.test(text)) return true;
  const lower = cleanText(text).toLowerCase();
  return (
    MARKS.some((mark) => lower.includes(mark)) ||
    lower.split('\n').some((line) => ROLES.some((role) => line.trimStart().startsWith(role))) ||
    // The second check is for names: `all-findings-are-not-relevant` is one word.
    hasOrder(toWords(lower)) ||
    hasOrder(toWords(lower.replace(JOINTS, ' ')))
  );
}

// Tag characters spell out invisible letters; bidirectional overrides display a text in another order than it is stored.
const HIDDEN = /[\u{E0000}-\u{E007F}\u202A-\u202E\u2066-\u2069]/u;

const JOINTS = /[-_./@]/g;

/** Chat markup of common models, and words from our own prompts. */
const MARKS = [
  '<|im_',
  '<|system',
  '<|user',
  '<|assistant',
  '<|end',
  '[inst]',
  '[/inst]',
  '<<sys>>',
  '<</sys>>',
  '<system>',
  '</system>',
  '<assistant>',
  '</assistant>',
  '<instructions>',
  '</instructions>',
  '### instruction',
  '### system',
  '### response',
  'begin_of_text',
  'system prompt',
  'end of data',
  'you are an ai',
  'you are a language model',
  'you are now',
  'as an ai ',
  'new instructions',
  'not_relevant',
  'notrelevant',
  'preconditionindex',
  'profilepath',
  'dear assistant',
  'automated reader',
  'quote this',
  'quote the following',
  'quoted as proof',
  'quoted as evidence',
  'cite this sentence',
  'report the precondition',
  'for language models',
  'to language models',
  'to the language model',
  'note to the model',
  'an das sprachmodell',
];

const ROLES = ['system:', 'assistant:', 'human:', 'developer:', '[system]', '[assistant]', '# system', '## system'];

interface Order {
  readonly verbs: ReadonlySet<string>;
  readonly objects: ReadonlySet<string>;
}

const ORDERS: readonly Order[] = [
  {
    verbs: new Set([
      'ignore',
      'disregard',
      'forget',
      'override',
      'overrule',
      'vergiss',
      'ignoriere',
      'missachte',
      'oublie',
      'oubliez',
      'ignorez',
      'ignora',
      'olvida',
      'olvide',
      'dimentica',
      'ignori',
      'negeer',
      'vergeet',
    ]),
    objects: new Set([
      'previous',
      'prior',
      'earlier',
      'preceding',
      'above',
      'foregoing',
      'instruction',
      'instructions',
      'guidelines',
      'directives',
      'task',
      'anweisungen',
      'anweisung',
      'vorgaben',
      'instrucciones',
      'anteriores',
      'istruzioni',
      'precedenti',
      'consignes',
      'instructies',
    ]),
  },
  {
    verbs: new Set([
      'set',
      'mark',
      'return',
      'output',
      'answer',
      'classify',
      'report',
      'label',
      'treat',
      'respond',
      'reply',
      'conclude',
      'rate',
      'consider',
      'give',
      'assign',
      'choose',
      'marked',
      'labeled',
      'labelled',
      'classified',
      'treated',
      'rated',
      'considered',
      'reported',
      'bewerte',
      'finding',
      'findings',
      'alert',
      'alerts',
    ]),
    objects: new Set(['verdict', 'irrelevant', 'non-relevant', 'not-relevant']),
  },
];

/** Maximum distance between the verb and its object, in words. */
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
