/**
 * Collects every secret that a test used, and every text in which none of them may appear. Tokens are searched by their secret
 * part: their public id is meant to be in logs.
 */
const TOKEN_SECRET = /^asy_[a-z0-9]{12}_(.+)$/s;

export class Secrets {
  readonly #secrets = new Set<string>();
  readonly #texts: { readonly where: string; readonly text: string }[] = [];

  add(...secrets: readonly string[]): void {
    for (const secret of secrets) this.#secrets.add(TOKEN_SECRET.exec(secret)?.[1] ?? secret);
  }

  get count(): number {
    return this.#secrets.size;
  }

  /** Stores text to search at the end, when all secrets are known. */
  keep(where: string, text: string): void {
    this.#texts.push({ where, text });
  }

  /** Returns the places where a secret leaked, without the secret itself. */
  leaks(more: Readonly<Record<string, string>> = {}): string[] {
    const texts = [...this.#texts, ...Object.entries(more).map(([where, text]) => ({ where, text }))];
    return texts.filter(({ text }) => this.#isIn(text)).map(({ where }) => where);
  }

  #isIn(text: string): boolean {
    for (const secret of this.#secrets) if (text.includes(secret)) return true;
    return false;
  }
}
