/** Whether a text is a purl that identifies a package: references and product names may be purls or anything else. */
import { parsePurl } from '../../identity/purl/purl.ts';

const SCHEME = /^pkg:/i;

export function isPurl(text: string): boolean {
  return SCHEME.test(text) && parsePurl(text).purl !== undefined;
}
