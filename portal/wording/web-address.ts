/** Which of the references of an advisory may become a link: http and https, without a password, and nothing else. */

export interface WebAddress {
  readonly href: string;
  /** What a link leads to, in ASCII: letters that imitate others show as `xn--`. */
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
