/** Lists of names in Markdown. */
import { toMarkdownCode, toMarkdownText } from '../../text/markdown-text.ts';

export const NAME_MAX = 128;
const NAMES_MAX = 10;

/** At most ten names, each escaped by `show`. */
export function toNameList(
  names: readonly string[],
  show: (name: string, charactersMax: number) => string = toMarkdownText,
): string {
  const shown = names.slice(0, NAMES_MAX).map((name) => show(name, NAME_MAX));
  return shown.join(', ') + (names.length > shown.length ? ` and ${names.length - shown.length} more` : '');
}

/** Lists the images of earlier versions that were not uploaded for a version. */
export function describeMissingImages(names: readonly string[]): string {
  return `Not uploaded yet for this version: ${toNameList(names, toMarkdownCode)}.`;
}
