/**
 * Container image references: `[registry[:port]/]path[:tag][@algorithm:hex]`. The length of a digest is not checked, because
 * clients send shortened ones. A reference with a URL scheme or a password is rejected.
 */
import { LIMITS } from '../limits.ts';
import { IMAGE_INVALID } from './errors.ts';
import { isLongerThan } from './name.ts';

export interface ImageReference {
  /** The reference as sent, after NFC. */
  readonly text: string;
  /** Registry and path, without tag and digest; stable across builds. */
  readonly repository: string;
  readonly tag: string | undefined;
  /** The repository with the tag, or with the digest where there is no tag. */
  readonly tagged: string;
}

const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\s]/u;
const DIGEST = /^[A-Za-z][A-Za-z0-9+._-]*:[0-9a-fA-F]+$/;
const TAG = /^[A-Za-z0-9_][A-Za-z0-9_.-]*$/;

export function parseImageReference(sent: string): ImageReference {
  const text = sent.normalize('NFC');
  const refuse = (problem: string): never => {
    // The text before an "@" may be a password and is not echoed.
    throw IMAGE_INVALID({ image: text.includes('@') ? text.slice(text.lastIndexOf('@')) : text, problem });
  };
  if (text === '') return refuse('is empty');
  if (isLongerThan(text, LIMITS.imageCharactersMax)) return refuse('is too long');
  if (UNPRINTABLE.test(text)) return refuse('contains whitespace or a control character');
  if (text.includes('://')) return refuse('has a URL scheme');

  const { repository, tag, digest, tagged } = splitImage(text);
  if (digest !== undefined && !DIGEST.test(digest)) return refuse('has no valid digest after the "@"');
  if (tag !== undefined && !TAG.test(tag)) return refuse('has an invalid tag');
  if (repository.split('/').some((piece) => piece === '' || piece === '.' || piece === '..')) {
    return refuse('has an empty, "." or ".." path segment');
  }
  return { text, repository, tag, tagged };
}

/** Splits a reference that has already been validated. */
export function splitImage(text: string): Omit<ImageReference, 'text'> & { readonly digest: string | undefined } {
  const at = text.indexOf('@');
  const digest = at === -1 ? undefined : text.slice(at + 1);
  const withoutDigest = at === -1 ? text : text.slice(0, at);
  // A colon after the last slash starts the tag; one before it belongs to the port of the registry.
  const colon = withoutDigest.indexOf(':', withoutDigest.lastIndexOf('/') + 1);
  const tag = colon === -1 ? undefined : withoutDigest.slice(colon + 1);
  const repository = colon === -1 ? withoutDigest : withoutDigest.slice(0, colon);
  return { repository, tag, digest, tagged: tag === undefined ? text : withoutDigest };
}
