/** The tools that created a document, in one short line for display. */
import { LIMITS } from '../../limits.ts';
import { cleanText, shortenText } from '../clean-text.ts';
import { textIn } from '../untrusted-value.ts';

const TOOLS_MAX = 4;

/** `syft 1.27.1`, or `cyclonedx-library 1.13.3, cyclonedx-npm 1.9.2`: members `name` and `version` of each. */
export function toToolNames(tools: readonly unknown[]): string | undefined {
  const names = tools
    .slice(0, TOOLS_MAX)
    .map((tool) => [textIn(tool, 'name'), textIn(tool, 'version')].filter((text) => text !== undefined).join(' '))
    .filter((name) => name !== '');
  return names.length === 0 ? undefined : cleanText(shortenText(names.join(', '), LIMITS.nameCharactersMax));
}
