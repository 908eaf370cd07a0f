/**
 * Selects the text of an advisory that describes the vulnerability. What a fix, a workaround, a reference, a credit or a contact
 * says is about something else, code and the machine of a reporter are examples, and a record can describe other packages and
 * other vulnerabilities: none of it can support a claim.
 */
import { listPhrases, listWords } from '../mentions/sentence-words.ts';
import { cleanText, foldText } from './clean-text.ts';

export interface Description {
  /** In order, each on one line, cut at sentences that do not belong to it. */
  readonly paragraphs: readonly string[];
  /** All other text. */
  readonly others: readonly string[];
}

/** What the text has to be about. */
export interface DescribedMatter {
  /** Id of the vulnerability; other vulnerabilities of a record are told by theirs. */
  readonly id: string;
  /** Name of the package. */
  readonly name: string;
  /** Names of all packages of the record. */
  readonly packages: readonly string[];
}

export function toDescription(text: string, matter: DescribedMatter): Description {
  const { described, others } = toParagraphs(text);
  const ids = new Set(described.flatMap(listCveIds));
  const foreign = toForeignNames(matter);
  const paragraphs: string[] = [];
  for (const paragraph of described) {
    const named = listCveIds(paragraph);
    const isOther = ids.size > 1 && (named.length === 0 || named.some((id) => id !== matter.id));
    if (isOther || LIST_ENTRY.test(paragraph)) {
      others.push(paragraph);
      continue;
    }
    let run: string[] = [];
    const sentences = paragraph.split(SENTENCE);
    for (const [i, sentence] of sentences.entries()) {
      const isOwn = !isAside(sentence) && !isForeign(sentence, foreign) && !addsAnotherWay(sentences[i + 1] ?? '');
      if (isOwn) run.push(sentence);
      else {
        if (run.length > 0) paragraphs.push(run.join(' '));
        run = [];
        others.push(sentence);
      }
    }
    if (run.length > 0) paragraphs.push(run.join(' '));
  }
  return { paragraphs, others };
}

/** The entries of a list are alternatives, or one of several things. */
const LIST_ENTRY = /^(?:[-*+]|[0-9]{1,3}[.)]) /;
const ALSO = [' also ', 'also ', 'in addition', 'additionally', 'alternatively', 'similarly'];
const ALSO_CHARACTERS_MAX = 40;

/** "It was also not applied to directories": the sentence before it names one of several ways. */
function addsAnotherWay(next: string): boolean {
  const start = next.slice(0, ALSO_CHARACTERS_MAX).toLowerCase();
  return ALSO.some((word, i) => (i === 0 ? start.includes(word) : start.startsWith(word)));
}

const SENTENCE = /(?<=[.!?]) /;
const CVE_ID = /\bCVE-[0-9]{4}-[0-9]{4,9}\b/gi;

function listCveIds(text: string): readonly string[] {
  return (text.match(CVE_ID) ?? []).map((id) => id.toUpperCase());
}

interface ForeignNames {
  readonly own: readonly string[];
  readonly others: readonly string[];
}

const PACKAGES_MAX = 100;
/** Shorter names are also words. */
const NAME_CHARACTERS_MIN = 4;

function toForeignNames({ name, packages }: DescribedMatter): ForeignNames {
  const own = spellingsOf(name);
  const others = packages.slice(0, PACKAGES_MAX).flatMap(spellingsOf);
  return { own, others: others.filter((each) => each.length >= NAME_CHARACTERS_MIN && !own.includes(each)) };
}

/** `org.example:parser` is written as `parser` too. */
function spellingsOf(name: string): readonly string[] {
  const lower = name.toLowerCase();
  return [lower, lower.slice(Math.max(lower.lastIndexOf(':'), lower.lastIndexOf('/')) + 1)];
}

/** Names another package and not this one. */
function isForeign(sentence: string, { own, others }: ForeignNames): boolean {
  if (others.length === 0) return false;
  const words = new Set(sentence.toLowerCase().split(NAME_EDGE).map(withoutStop));
  return others.some((name) => words.has(name)) && !own.some((name) => words.has(name));
}

const NAME_EDGE = /[\s`'"()[\]{},;*!?]+/;

/** Names contain dots and colons; sentences end with one. */
function withoutStop(word: string): string {
  return word.endsWith('.') || word.endsWith(':') ? word.slice(0, -1) : word;
}

const PARAGRAPH_START = /^\s*(?:[-*#>|+]|[0-9]{1,3}[.)] |$)/;

/** Joins the wrapped lines of a paragraph: a heading and the list below it are not one sentence. */
function toParagraphs(text: string): { readonly described: readonly string[]; readonly others: string[] } {
  const [described, others]: [string[], string[]] = [[], []];
  const section = new SectionReader();
  let [lines, target]: [string[], string[]] = [[], described];
  const finish = (): void => {
    const paragraph = foldText(lines.join('\n'));
    if (paragraph !== '') target.push(paragraph);
    lines = [];
  };
  for (const line of cleanText(text).split('\n')) {
    section.read(line);
    const next = section.isDescription ? described : others;
    if (PARAGRAPH_START.test(line) || next !== target) finish();
    target = next;
    lines.push(line);
    if (headingIn(line) !== undefined) finish();
  }
  finish();
  return { described, others };
}

/** Words of headings above sections that do not describe the vulnerability. */
const ASIDE_HEADINGS: ReadonlySet<string> = new Set(
  listWords(`
  workaround workarounds mitigation mitigations patch patches patched fix fixes fixed solution solutions
  remediation recommendation recommendations recommended resolution upgrade upgrading reference references
  resources links credit credits acknowledgement acknowledgements acknowledgment acknowledgments thanks contact
  questions timeline reporter reported poc proof reproduce reproduction steps example examples exploit environment
  tested note notes history changelog faq license
`),
);

const BOLD = /^\s*(?:\*\*|__)([^*_]{1,80})(?:\*\*|__)[:.]?\s*$/;
const HASHES = /^\s{0,3}(#{1,6})\s*([^#]{0,120})/;
const LABEL = /^\s*([A-Za-z][A-Za-z ]{1,40}):\s*$/;
const FENCE = /^\s*(?:```|~~~)/;
const LABEL_LEVEL = 7;

/** Follows headings and code. A heading below one that does not describe the vulnerability changes nothing. */
class SectionReader {
  isDescription = true;
  #isCode = false;
  /** The text after code explains the example. */
  #isBehindCode = false;
  #wasText = false;
  #asideLevel: number | undefined;

  read(line: string): void {
    if (FENCE.test(line)) {
      this.#isBehindCode = this.#isCode;
      this.#isCode = !this.#isCode;
      this.isDescription = false;
      return;
    }
    if (this.#isBehindCode && !this.#isCode && line.trim() !== '') this.#wasText = true;
    else if (this.#wasText) [this.#isBehindCode, this.#wasText] = [false, false];
    const heading = this.#isCode ? undefined : headingIn(line);
    if (heading !== undefined) {
      const isAside =
        heading.words.some((word) => ASIDE_HEADINGS.has(word)) || heading.words.join(' ').includes('more information');
      if (this.#asideLevel === undefined || heading.level <= this.#asideLevel)
        this.#asideLevel = isAside ? heading.level : undefined;
    }
    this.isDescription = !this.#isCode && !this.#isBehindCode && this.#asideLevel === undefined;
  }
}

function headingIn(line: string): { readonly level: number; readonly words: readonly string[] } | undefined {
  const [, hashes, title = ''] = HASHES.exec(line) ?? [];
  const label = hashes === undefined ? (BOLD.exec(line)?.[1] ?? LABEL.exec(line)?.[1]) : title;
  if (label === undefined) return undefined;
  return { level: hashes?.length ?? LABEL_LEVEL, words: label.toLowerCase().split(NOT_LETTERS) };
}

const NOT_LETTERS = /[^a-z]+/;

/** Phrases of sentences about contact, credit, fixes and advice, wherever they are. */
const ASIDE_PHRASES = listPhrases(`
  questions or comments, email us, e-mail us, contact us, reach out, open an issue, for more information,
  reported by, discovered by, found by, was reported, reported this, reported to, responsibly disclos, thanks to,
  thank you, credit, security@, mailto, workaround, work around, mitigat, recommend, advised to, we advise,
  upgrade to, upgrading to, update to, updating to, should upgrade, should update, patched in, fixed in, fixed by,
  been fixed, was fixed, is fixed, been patched, was patched, contains a patch, fixes this, addressed in, addressed by, resolved in,
  no longer, tested on, tested with, tested in, proof of concept, the poc, calculator, preventative, the report,
  avoid, module provides, plugin provides, package provides, library provides, module enables, module adds,
  module uses, this module, this plugin, allows you to, enables you to, for use as, for use in, for use with,
  implements a, does not represent, not a vulnerability, disputes, disputed, must update, must upgrade,
  product: android, android id, this poc, poc file
`);

function isAside(sentence: string): boolean {
  const lower = sentence.toLowerCase();
  return ASIDE_PHRASES.some((phrase) => lower.includes(phrase)) || isAboutProduct(lower);
}

const PRODUCTS = ['library', 'framework', 'tool', 'utility', 'software', 'server', 'platform', 'module', 'package'];
/** "Example is a library for images" says what a product is for. */
const PRODUCT_CHARACTERS_MAX = 60;

function isAboutProduct(lower: string): boolean {
  const at = lower.indexOf(' is a');
  const rest = at === -1 ? '' : lower.slice(at, at + PRODUCT_CHARACTERS_MAX);
  return PRODUCTS.some((product) => rest.includes(product));
}
