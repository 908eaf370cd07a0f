/**
 * Reads the version in a tag: `v1.2.3`, `release-1.2.3`, `openssl-3.0.7` and `OpenSSL_1_1_1k` of a
 * repository `openssl`. Only the
 * name of the repository and a few words are removed; the tag of another product (`android-13`) has no version here.
 */
import { LIMITS } from '../../limits.ts';
import { toAsciiLower } from '../identifier-text.ts';

const COMMIT = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/i;

/** Whether the text is a full commit id. A short one may be ambiguous. */
export function isCommit(text: string): boolean {
  return COMMIT.test(text);
}

const WORD = /^(?:version|ver|v|releases|release|rel|r|n|stable|tag|tags)(?:[-_./]|(?=[0-9]))/;
const SEPARATOR = /^[-_./]/;
const NUMBER = /^[0-9]/;
/** `release-qpdf-10.1` has two words before the version. */
const WORDS_MAX = 3;

/** Returns undefined if the tag names no version. */
export function toTagVersion(tag: string, repository: string): string | undefined {
  if (tag.length > LIMITS.componentVersionCharactersMax || isCommit(tag)) return undefined;
  const names = namesOf(repository);
  let rest = toAsciiLower(tag.trim());
  for (let i = 0; i < WORDS_MAX; i += 1) rest = withoutName(rest, names) ?? rest.replace(WORD, '');
  const version = rest.includes('.') ? rest : rest.replace(BEFORE_NUMBER, '.');
  return NUMBER.test(version) ? version : undefined;
}

const BEFORE_NUMBER = /[-_](?=[0-9])/g;

// `php/php-src` has the tags `php-8.1.0`, `mysql/mysql-server` the tags `mysql-8.0.1`.
const ADDITION = /[-_.](?:src|source|server|core|mirror|portable|git)$/;

function namesOf(repository: string): readonly string[] {
  const name = toAsciiLower(repository.slice(repository.lastIndexOf('/') + 1));
  return [name, name.replace(ADDITION, '')];
}

function withoutName(text: string, names: readonly string[]): string | undefined {
  for (const name of names) {
    if (!text.startsWith(name)) continue;
    const rest = text.slice(name.length);
    if (SEPARATOR.test(rest)) return rest.slice(1);
  }
  return undefined;
}
