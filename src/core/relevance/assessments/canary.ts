/**
 * Canary advisories: texts of our own whose preconditions are known. One of them is read before each batch. A model that misses
 * what the text demands, or invents a demand, reads real advisories no better, so its answers in this batch may only suggest.
 */
import { ONLY_LOWERING, type AdvisoryAssessment, type AdvisoryText, type Precondition } from './assessment.ts';
import { parsePlatforms } from './contradictions/field-contradictions.ts';
import { checkQuote } from './mentions/check-quote.ts';
import { findQuote, foldTexts } from './text/quotes.ts';

export interface Canary {
  readonly text: AdvisoryText;
  readonly expected: { readonly type: 'os' | 'arch'; readonly value: string };
}

/** Each also mentions what is no precondition: a workaround, a fix, a reporter. */
export const CANARIES: readonly Canary[] = [
  {
    expected: { type: 'os', value: 'windows' },
    text: toText(
      'pagefold',
      'File names leave the target folder',
      'The library joins the name of an entry with the target folder before it checks the name. A name with a backslash leaves the folder, and files of the service are overwritten. This vulnerability only affects Windows.\n\n## Workarounds\n\nSet strictNames to true. It was reported by a user who sent us an archive by email.',
    ),
  },
  {
    expected: { type: 'os', value: 'darwin' },
    text: toText(
      'lanternfs',
      'Two names of one file are not compared',
      'Two names that differ only in letter case are taken for different files, so a check of permissions is skipped. This vulnerability only affects macOS.\n\n## Patches\n\nVersion 3.1.2 compares the files. Services that cannot upgrade may turn caching off.',
    ),
  },
  {
    expected: { type: 'arch', value: '386' },
    text: toText(
      'quillsum',
      'A length wraps around',
      'The length in a header is added to an offset without a check. The sum wraps around, and memory behind the buffer is read. This vulnerability only affects 32-bit x86 builds.\n\n## Credits\n\nIt was found by a team that tests parsers for YAML and XML.',
    ),
  },
];

function toText(name: string, title: string, details: string): AdvisoryText {
  return { recordId: name, title, details, packages: [name], hash: '' };
}

/** Returns whether the answer names the expected precondition with a valid quote, and no other one that could dismiss a finding. */
export function isCanaryReadCorrectly({ text, expected }: Canary, { preconditions }: AdvisoryAssessment): boolean {
  const folded = foldTexts([text], { id: text.recordId, name: text.recordId });
  const necessary = preconditions.filter((each) => each.necessary && !ONLY_LOWERING.has(each.type));
  const isExpected = ({ type, value }: Precondition): boolean =>
    type === expected.type && parsePlatforms(type, value).join() === expected.value;
  const isQuoted = (each: Precondition): boolean => {
    const quote = findQuote(each.quote, folded)?.quote;
    return quote !== undefined && checkQuote({ ...each, quote }, folded, { ecosystem: null, name: '' }) === undefined;
  };
  return necessary.length > 0 && necessary.every((each) => isExpected(each) && isQuoted(each));
}
