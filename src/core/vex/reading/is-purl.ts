/** Whether a text is a purl by which a package can be told: references and names of products may be one, or anything else. */
import { parsePurl } from '../../identity/purl.ts';

const SCHEME = /^pkg:/i;

export function isPurl(text: string): boolean {
  return SCHEME.test(text) && parsePurl(text).purl !== undefined;
}
