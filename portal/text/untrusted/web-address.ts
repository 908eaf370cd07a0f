/** Decides which reference of an advisory may become a link: only http and https, without credentials. */

interface WebAddress {
  readonly href: string;
  /** Host of the link in ASCII: look-alike letters show as `xn--`. */
  readonly host: string;
}

const CHARACTERS_MAX = 2_048;

export function findWebAddress(references: readonly string[]): WebAddress | undefined {
  for (const reference of references) {
    const url = reference.length <= CHARACTERS_MAX ? URL.parse(reference) : null;
    if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) continue;
    if (url.username === '' && url.password === '') return { href: url.href, host: url.host };
  }
  return undefined;
}
