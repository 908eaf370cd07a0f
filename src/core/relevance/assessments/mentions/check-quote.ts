/**
 * Checks that the sentence of a quote names the value it is quoted for and demands it. A literal quote proves only that the text
 * exists, not that it is about Windows, for instance. Only the sentence of the quote itself counts.
 */
import { ARCHITECTURES, OPERATING_SYSTEMS } from '../../../vocabulary/profile.ts';
import type { Subject } from '../../subject/subject.ts';
import { foldText } from '../text/clean-text.ts';
import { toCapability } from '../contradictions/enforced-denials.ts';
import { parsePlatforms, ROOT_NAMES } from '../contradictions/field-contradictions.ts';
import { parseLanguageRange } from '../contradictions/other-runtime-version.ts';
import { DEPLOYMENTS, INPUT_KINDS, type Precondition, type PreconditionType } from '../assessment.ts';
import { PASSAGE_MAX, listPassagesAround, toSentences, type FoldedText } from '../text/quotes.ts';
import { isDemanded, isReversed } from '../text/sentence-meaning.ts';
import {
  findDeployment,
  findEgress,
  findInput,
  findLocalAccess,
  findLogin,
  findNetworkPosition,
  findProcessExec,
  findReach,
  findRoot,
  hasDemand,
} from './condition-words.ts';
import { findAnyLanguage, findLanguage } from './find-language.ts';
import { findPlatform } from './find-platform.ts';
import { listWords, toSentenceWords, type SentenceWords } from './sentence-words.ts';

// Checks that a sentence names a feature, a setting or a system call as claimed: its significant words in sequence. Synonyms
// are not accepted, because they would be a guess.

/** Words that do not identify a name. */
const FILLERS: ReadonlySet<string> = new Set(
  listWords(`
  a an the of in on for to by with from and or as is are its feature function option setting flag parameter
  support usage use using enabled
`),
);

/** Returns the position of the name; the words between fillers have to be in sequence. */
function findName(value: string, { parts }: SentenceWords): readonly number[] {
  const wanted = toSignificantWords(toSentenceWords(value).parts);
  const given = toSignificantWords(parts);
  if (wanted.length === 0) return [];
  const starts = [...given.keys()].filter((i) => wanted.every((word, j) => given[i + j]?.word === word.word));
  return starts.flatMap((start) => wanted.map((_, j) => given[start + j]?.at ?? 0));
}

/** A name that consists of fillers only is empty. */
function toSignificantWords(words: readonly string[]): readonly { readonly word: string; readonly at: number }[] {
  return words.map((word, at) => ({ word: toSingular(word), at })).filter(({ word }) => !FILLERS.has(word));
}

function toSingular(word: string): string {
  return word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
}

type Component = Pick<Subject['component'], 'ecosystem' | 'name'>;

/** Why a quote does not support its claim: another sentence is quoted, or the sentence says something else about the value. */
export type QuoteProblem = 'not_named' | 'not_demanded';

/**
 * Checks every occurrence of the quote, in texts folded like it: a quote that occurs too often proves nothing. Text that does not
 * describe the vulnerability supports nothing, but may reverse what it repeats.
 */
export function checkQuote(
  { type, value, quote }: Pick<Precondition, 'type' | 'value' | 'quote'>,
  texts: readonly FoldedText[],
  component: Component,
): QuoteProblem | undefined {
  const passages = listPassagesAround(
    texts.flatMap(({ paragraphs }) => paragraphs),
    quote,
  );
  if (passages === undefined || passages.length === 0) return 'not_named';
  let problem: QuoteProblem | undefined;
  for (const passage of passages) {
    const sentences = toSentences(passage).map((sentence) => findIn({ type, value, sentence, component }));
    const naming = sentences.filter(({ named }) => named.length > 0);
    if (naming.length === 0) return 'not_named';
    if (!naming.every(({ words, named }) => isDemanded(words, named, type === 'language_version')))
      problem = 'not_demanded';
  }
  const repeated = listPassagesAround(
    texts.flatMap(({ others }) => others),
    quote,
  );
  const isDoubtful = repeated === undefined || repeated.some((text) => isReversed(toSentenceWords(text)));
  return problem ?? (isDoubtful ? 'not_demanded' : undefined);
}

interface Claimed {
  readonly type: PreconditionType;
  readonly value: string | null;
  readonly sentence: string;
  readonly component: Component;
}

function findIn({ type, value, sentence, component }: Claimed): {
  readonly words: SentenceWords;
  readonly named: readonly number[];
} {
  const words = toSentenceWords(sentence);
  return { words, named: FIND[type](foldText(value ?? ''), words, component) };
}

type Find = (value: string, words: SentenceWords, component: Component) => readonly number[];

function findDemandedName(value: string, words: SentenceWords): readonly number[] {
  return hasDemand(words) ? findName(value, words) : [];
}

/** Positions of what is claimed; none: the sentence does not name it. */
const FIND: Readonly<Record<PreconditionType, Find>> = {
  os: (value, words) => findPlatforms(parsePlatforms('os', value), words),
  arch: (value, words) => findPlatforms(parsePlatforms('arch', value), words),
  language_version: (value, words, { ecosystem }) => {
    const { language, range } = parseLanguageRange(value.toLowerCase(), ecosystem);
    return language === undefined ? [] : findLanguage(language, range, words);
  },
  component: findDemandedName,
  deployment: (value, words) => findDeployment(value.toLowerCase(), words),
  input_kind: (value, words, { name }) => findInput(value.toLowerCase(), words, name),
  feature: findDemandedName,
  configuration: findDemandedName,
  command: (value, words) => (value === '' ? findProcessExec(words) : findDemandedName(value, words)),
  network_position: (_, words) => findNetworkPosition(words),
  reach: (value, words) => findReach(value.toLowerCase(), words),
  authenticated: (_, words) => findLogin(words),
  local_user: (_, words) => findLocalAccess(words),
  // Without a value, root is meant.
  privilege: (value, words) => {
    const isRoot = value === '' || ROOT_NAMES.has(value.toLowerCase());
    return isRoot ? findRoot(words) : findDemandedName(value, words);
  },
  egress: (_, words) => findEgress(words),
  // Documents omit the prefix of a capability.
  capability: (value, words) => findDemandedName((toCapability(value) ?? '').slice(CAPABILITY_PREFIX.length), words),
  syscall: (value, words) => findDemandedName(value.replace(PARENTHESES, ''), words),
  device: (value, words) => (value.startsWith(DEVICES) ? findDemandedName(value, words) : []),
};

const PARENTHESES = /\(2?\)$/;
const CAPABILITY_PREFIX = 'cap_';
const DEVICES = '/dev/';

/** All platforms have to be named; otherwise the model added one. */
function findPlatforms(platforms: readonly string[], words: SentenceWords): readonly number[] {
  const found = platforms.map((platform) => findPlatform(platform, words));
  return found.every((positions) => positions.length > 0) ? found.flat() : [];
}

/**
 * Whether any sentence of the description can support a precondition. If none can, no answer of a model passes the verification,
 * so there is no need to ask.
 */
export function canSupportPrecondition(texts: readonly FoldedText[]): boolean {
  const sentences = [...new Set(texts.flatMap(({ paragraphs }) => paragraphs.flatMap(toSentences)))];
  // A quote is checked with a part of a very long sentence, so nothing can be said about the whole.
  return sentences.some((sentence) => sentence.length > PASSAGE_MAX || canSupport(toSentenceWords(sentence)));
}

/** Values that a model invents are names, which need a demand; all others are from a fixed list. */
function canSupport(words: SentenceWords): boolean {
  return !isReversed(words) && (hasDemand(words) || LISTED.some((find) => find(words).length > 0));
}

const LISTED: readonly ((words: SentenceWords) => readonly number[])[] = [
  ...[...OPERATING_SYSTEMS, ...ARCHITECTURES].map(
    (platform) => (words: SentenceWords) => findPlatform(platform, words),
  ),
  findAnyLanguage,
  ...DEPLOYMENTS.map((value) => (words: SentenceWords) => findDeployment(value, words)),
  ...INPUT_KINDS.map((value) => (words: SentenceWords) => findInput(value, words, '')),
  ...['internet', 'network'].map((value) => (words: SentenceWords) => findReach(value, words)),
  findProcessExec,
  findNetworkPosition,
  findLocalAccess,
  findRoot,
  findEgress,
];
