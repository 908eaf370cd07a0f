/** Lists in Markdown the images of earlier versions that were not uploaded for a version. Image names are untrusted. */
import { toMarkdownCode } from './markdown-text.ts';

const NAMES_MAX = 10;
const NAME_MAX = 128;

export function describeMissingImages(names: readonly string[]): string {
  const shown = names.slice(0, NAMES_MAX).map((name) => toMarkdownCode(name, NAME_MAX));
  const more = names.length > shown.length ? ` and ${names.length - shown.length} more` : '';
  return `Not uploaded yet for this version: ${shown.join(', ')}${more}.`;
}
