/**
 * Selects the profiles that apply to a place: an image, the kind of its SBOM, an environment. If several apply, the least
 * favorable counts. If none applies, the default profile does; without a default, nothing is known.
 */
import { LIMITS } from '../limits.ts';
import { compileGlob, matchGlob } from './glob.ts';
import type { AppliesTo, ProfileContent } from './security-profile.ts';
import { type SbomKind, SBOM_KINDS } from '../vocabulary/sbom.ts';
import { unique } from '../collections/text-lists.ts';
import { quote } from '../errors.ts';
import { isObject, memberIn } from '../json/members.ts';
import { isClean } from '../sbom/clean-text.ts';
import { toProfileError } from './parse-profile-fields.ts';

export interface Place {
  /** As uploaded with the SBOM. */
  readonly image: string | null;
  readonly sbomKind: SbomKind;
  /** Undefined: any environment. */
  readonly environment?: string;
}

/** In the given order. A profile without limits applies to everything. */
export function profilesFor<Profile extends Pick<ProfileContent, 'appliesTo' | 'isDefault'>>(
  profiles: readonly Profile[],
  place: Place,
): readonly Profile[] {
  const applying = profiles.filter(({ appliesTo, isDefault }) => !isDefault && appliesToPlace(appliesTo, place));
  return applying.length > 0 ? applying : profiles.filter(({ isDefault }) => isDefault);
}

function appliesToPlace({ environments, images, sbomKinds }: AppliesTo, place: Place): boolean {
  const { environment } = place;
  if (environments.length > 0 && environment !== undefined && !environments.includes(environment)) return false;
  // A document of unknown kind may be of any kind, so the profile applies; this can only add a less favorable profile.
  if (sbomKinds.length > 0 && place.sbomKind !== 'unknown' && !sbomKinds.includes(place.sbomKind)) return false;
  return images.length === 0 || images.some((image) => matchesImage(image, place.image));
}

/** A pattern without a tag or digest matches all of them: `ghcr.io/acme/*` also matches `ghcr.io/acme/web:1.2`. */
export function matchesImage(pattern: string, image: string | null): boolean {
  if (image === null) return false;
  const glob = compileGlob(pattern);
  if (glob === undefined) return false;
  const [withoutDigest = ''] = image.split('@', 1);
  const colon = withoutDigest.indexOf(':', withoutDigest.lastIndexOf('/') + 1);
  const repository = colon === -1 ? withoutDigest : withoutDigest.slice(0, colon);
  const budget = { steps: LIMITS.runtimeQueryStepsMax };
  return [image, withoutDigest, repository].some((spelling) => matchGlob(glob, spelling, budget) === true);
}

const MEMBERS = ['environments', 'images', 'sbomKinds'];

/**
 * Missing lists are empty: no limit. Throws PROFILE_INVALID, also for an unusable pattern, because it would silently match
 * nothing.
 */
export function parseAppliesTo(input: unknown): AppliesTo {
  if (!isObject(input)) throw toProfileError('appliesTo', 'must be an object');
  const extra = Object.keys(input).find((name) => !MEMBERS.includes(name));
  if (extra !== undefined)
    throw toProfileError('appliesTo', `has an unknown member ${quote(extra)}. Use ${MEMBERS.join(', ')}`);
  const images = parseTexts(input, 'images');
  const broken = images.find((image) => compileGlob(image) === undefined);
  if (broken !== undefined) throw toProfileError('appliesTo.images', `has an invalid pattern: ${quote(broken)}`);
  return {
    environments: parseTexts(input, 'environments'),
    images,
    sbomKinds: parseTexts(input, 'sbomKinds').map(toKind),
  };
}

function toKind(text: string): SbomKind {
  const kind = SBOM_KINDS.find((each) => each === text);
  if (kind === undefined) throw toProfileError('appliesTo.sbomKinds', `must contain only ${SBOM_KINDS.join(', ')}`);
  return kind;
}

function parseTexts(input: object, name: string): readonly string[] {
  const list = memberIn(input, name) ?? [];
  if (!Array.isArray(list) || list.length > LIMITS.profilePatternsMax || !list.every(isFit))
    throw toProfileError(`appliesTo.${name}`, `must be a list of at most ${LIMITS.profilePatternsMax} short strings`);
  return unique(list);
}

function isFit(text: unknown): text is string {
  return typeof text === 'string' && text !== '' && text.length <= LIMITS.imageCharactersMax && isClean(text);
}
