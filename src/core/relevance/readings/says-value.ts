/**
 * Checks that a sentence names the value it is quoted for. A literal quote proves only that the text exists, not that it is about
 * Windows, for instance. The value has to be named in the sentence of the quote itself; its meaning there is not evaluated.
 */
import type { Subject } from '../subject.ts';
import { foldText } from './clean-text.ts';
import { toCapability } from './contradictions/enforced-denials.ts';
import { platformsIn } from './contradictions/other-platform.ts';
import { toLanguageRange } from './contradictions/other-runtime-version.ts';
import type { Precondition, PreconditionType } from './reading.ts';
import { OCCURRENCES_MAX, passagesAround, toSentences } from './sentences-around.ts';
import {
  saysClient,
  saysExec,
  saysHarm,
  saysLocal,
  saysLogin,
  saysPerson,
  saysRoot,
} from './value-words/condition-words.ts';
import { saysInput } from './value-words/input-words.ts';
import { saysLanguage } from './value-words/said-language.ts';
import { saysName } from './value-words/said-name.ts';
import { saysPlatform } from './value-words/said-platform.ts';
import { toSentenceWords, type SentenceWords } from './value-words/sentence-words.ts';

type Component = Pick<Subject['component'], 'ecosystem'>;

/** Checks every occurrence of the quote, in texts folded like it: a quote that occurs too often proves nothing. */
export function saysValue(
  { type, value, quote }: Pick<Precondition, 'type' | 'value' | 'quote'>,
  paragraphs: readonly string[],
  component: Component,
): boolean {
  const passages = paragraphs.flatMap((text) => passagesAround(text, quote));
  if (passages.length === 0 || passages.length > OCCURRENCES_MAX) return false;
  return passages.every((passage) =>
    toSentences(passage).some((sentence) => SAYS[type](foldText(value ?? ''), toSentenceWords(sentence), component)),
  );
}

type Says = (value: string, words: SentenceWords, component: Component) => boolean;

const SAYS: Readonly<Record<PreconditionType, Says>> = {
  os: (value, words) => saysPlatforms(platformsIn('os', value), words),
  arch: (value, words) => saysPlatforms(platformsIn('arch', value), words),
  language_runtime_version: (value, words, { ecosystem }) => {
    const { language, range } = toLanguageRange(value.toLowerCase(), ecosystem);
    return language !== undefined && saysLanguage(language, range, words);
  },
  attack_vector_local: (_, words) => saysLocal(words),
  requires_auth: (_, words) => saysLogin(words),
  requires_feature: saysName,
  requires_config: saysName,
  requires_untrusted_input: (value, words) => saysInput(value.toLowerCase(), words),
  requires_user_interaction: (_, words) => saysPerson(words),
  requires_privilege: saysPrivilege,
  requires_process_exec: (_, words) => saysExec(words),
  requires_syscall: (value, words) => saysName(value.replace(PARENTHESES, ''), words),
  dos_only: (_, words) => saysHarm(words),
  client_side_only: (_, words) => saysClient(words),
};

const PARENTHESES = /\(2?\)$/;

/** All platforms have to be named; otherwise the model added one. */
function saysPlatforms(platforms: readonly string[], words: SentenceWords): boolean {
  return platforms.length > 0 && platforms.every((platform) => saysPlatform(platform, words));
}

/** Documents omit the prefix of a capability. Without a value, root is meant. */
function saysPrivilege(value: string, words: SentenceWords): boolean {
  const capability = toCapability(value);
  if (capability !== undefined) return saysName(capability.slice(CAPABILITY_PREFIX.length), words);
  return value === '' ? saysRoot(words) : saysName(value, words) || (ROOT.has(value.toLowerCase()) && saysRoot(words));
}

const CAPABILITY_PREFIX = 'cap_';
const ROOT: ReadonlySet<string> = new Set(['root', 'superuser', 'uid 0']);
