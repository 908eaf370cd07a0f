/** Validates the `appliesTo` limits of a profile. An unusable pattern is rejected, because it would silently match nothing. */
import { quote } from '../../errors.ts';
import { memberIn } from '../../json/members.ts';
import { LIMITS } from '../../limits.ts';
import { isClean } from '../../sbom/clean-text.ts';
import { PROFILE_INVALID } from '../errors.ts';
import { compileGlob } from '../glob.ts';
import type { AppliesTo } from '../security-profile.ts';
import { SBOM_KINDS, type SbomKind } from '../../vocabulary/sbom.ts';

const MEMBERS = ['environments', 'images', 'sbomKinds'];

/** Missing lists are empty: no limit. Throws PROFILE_INVALID. */
export function parseAppliesTo(input: unknown): AppliesTo {
  if (typeof input !== 'object' || input === null || Array.isArray(input))
    throw refuse('appliesTo', 'must be an object');
  const extra = Object.keys(input).find((name) => !MEMBERS.includes(name));
  if (extra !== undefined)
    throw refuse('appliesTo', `has an unknown member ${quote(extra)}. Use ${MEMBERS.join(', ')}`);
  const images = parseTexts(input, 'images');
  const broken = images.find((image) => compileGlob(image) === undefined);
  if (broken !== undefined) throw refuse('appliesTo.images', `has an invalid pattern: ${quote(broken)}`);
  return {
    environments: parseTexts(input, 'environments'),
    images,
    sbomKinds: parseTexts(input, 'sbomKinds').map(toKind),
  };
}

function toKind(text: string): SbomKind {
  const kind = SBOM_KINDS.find((each) => each === text);
  if (kind === undefined) throw refuse('appliesTo.sbomKinds', `must contain only ${SBOM_KINDS.join(', ')}`);
  return kind;
}

function parseTexts(input: object, name: string): readonly string[] {
  const list = memberIn(input, name) ?? [];
  const texts = Array.isArray(list) ? list.filter(isFit) : undefined;
  if (
    texts === undefined ||
    !Array.isArray(list) ||
    texts.length < list.length ||
    list.length > LIMITS.profilePatternsMax
  )
    throw refuse(`appliesTo.${name}`, `must be a list of at most ${LIMITS.profilePatternsMax} short strings`);
  return [...new Set(texts)];
}

function isFit(text: unknown): text is string {
  return typeof text === 'string' && text !== '' && text.length <= LIMITS.imageCharactersMax && isClean(text);
}

function refuse(path: string, problem: string): Error {
  return PROFILE_INVALID({ path, problem }, { details: [{ path, message: problem }] });
}
