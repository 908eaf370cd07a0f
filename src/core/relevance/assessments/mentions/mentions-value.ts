/**
 * Checks that a sentence names the value it is quoted for. A literal quote proves only that the text exists, not that it is about
 * Windows, for instance. The value has to be named in the sentence of the quote itself; its meaning there is not evaluated.
 */
import type { Subject } from '../../subject/subject.ts';
import { foldText } from '../text/clean-text.ts';
import { toCapability } from '../contradictions/enforced-denials.ts';
import { parsePlatforms, ROOT_NAMES } from '../contradictions/field-contradictions.ts';
import { parseLanguageRange } from '../contradictions/other-runtime-version.ts';
import type { Precondition, PreconditionType } from '../assessment.ts';
import { OCCURRENCES_MAX, listPassagesAround, toSentences } from '../text/quotes.ts';
import {
  mentionsClient,
  mentionsProcessExec,
  mentionsDenialOfService,
  mentionsLocalAccess,
  mentionsLogin,
  mentionsUserInteraction,
  mentionsRoot,
  mentionsInput,
} from './condition-words.ts';
import { mentionsLanguage } from './mentions-language.ts';
import { mentionsPlatform } from './mentions-platform.ts';
import { toSentenceWords, type SentenceWords } from './sentence-words.ts';

// Checks that a sentence names a feature, a setting or a system call as claimed: its significant words in sequence. Synonyms
// are not accepted, because they would be a guess.

/** Words that do not identify a name. */
const FILLERS: ReadonlySet<string> = new Set([
  'a',
  'an',
  'the',
  'of',
  'in',
  'on',
  'for',
  'to',
  'by',
  'with',
  'from',
  'and',
  'or',
  'as',
  'is',
  'are',
  'its',
  'feature',
  'function',
  'option',
  'setting',
  'flag',
  'parameter',
  'support',
  'usage',
  'use',
  'using',
  'enabled',
]);

function mentionsName(value: string, { parts }: SentenceWords): boolean {
  const wanted = toSignificantWords(toSentenceWords(value).parts);
  // The spaces around both prevent matches inside a word.
  return wanted.length > 0 && ` ${toSignificantWords(parts).join(' ')} `.includes(` ${wanted.join(' ')} `);
}

/** A name that consists of fillers only is empty. */
function toSignificantWords(words: readonly string[]): readonly string[] {
  return words.map(toSingular).filter((word) => !FILLERS.has(word));
}

function toSingular(word: string): string {
  return word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
}

type Component = Pick<Subject['component'], 'ecosystem'>;

/** Checks every occurrence of the quote, in texts folded like it: a quote that occurs too often proves nothing. */
export function mentionsValue(
  { type, value, quote }: Pick<Precondition, 'type' | 'value' | 'quote'>,
  paragraphs: readonly string[],
  component: Component,
): boolean {
  const passages = paragraphs.flatMap((text) => listPassagesAround(text, quote));
  if (passages.length === 0 || passages.length > OCCURRENCES_MAX) return false;
  return passages.every((passage) =>
    toSentences(passage).some((sentence) =>
      MENTION_CHECKS[type](foldText(value ?? ''), toSentenceWords(sentence), component),
    ),
  );
}

type MentionCheck = (value: string, words: SentenceWords, component: Component) => boolean;

const MENTION_CHECKS: Readonly<Record<PreconditionType, MentionCheck>> = {
  os: (value, words) => mentionsPlatforms(parsePlatforms('os', value), words),
  arch: (value, words) => mentionsPlatforms(parsePlatforms('arch', value), words),
  language_runtime_version: (value, words, { ecosystem }) => {
    const { language, range } = parseLanguageRange(value.toLowerCase(), ecosystem);
    return language !== undefined && mentionsLanguage(language, range, words);
  },
  attack_vector_local: (_, words) => mentionsLocalAccess(words),
  requires_auth: (_, words) => mentionsLogin(words),
  requires_feature: mentionsName,
  requires_config: mentionsName,
  requires_untrusted_input: (value, words) => mentionsInput(value.toLowerCase(), words),
  requires_user_interaction: (_, words) => mentionsUserInteraction(words),
  requires_privilege: mentionsPrivilege,
  requires_process_exec: (_, words) => mentionsProcessExec(words),
  requires_syscall: (value, words) => mentionsName(value.replace(PARENTHESES, ''), words),
  dos_only: (_, words) => mentionsDenialOfService(words),
  client_side_only: (_, words) => mentionsClient(words),
};

const PARENTHESES = /\(2?\)$/;

/** All platforms have to be named; otherwise the model added one. */
function mentionsPlatforms(platforms: readonly string[], words: SentenceWords): boolean {
  return platforms.length > 0 && platforms.every((platform) => mentionsPlatform(platform, words));
}

/** Documents omit the prefix of a capability. Without a value, root is meant. */
function mentionsPrivilege(value: string, words: SentenceWords): boolean {
  const capability = toCapability(value);
  if (capability !== undefined) return mentionsName(capability.slice(CAPABILITY_PREFIX.length), words);
  return value === ''
    ? mentionsRoot(words)
    : mentionsName(value, words) || (ROOT_NAMES.has(value.toLowerCase()) && mentionsRoot(words));
}

const CAPABILITY_PREFIX = 'cap_';
