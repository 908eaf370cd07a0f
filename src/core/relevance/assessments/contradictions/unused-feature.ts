/**
 * The vulnerability needs a feature or a setting of the package that is confirmed as not used. The pattern has to match the
 * package, and the name has to be equal: whether two names mean the same feature would be a guess.
 */
import { parsePurl, printPurl, type Purl } from '../../../identity/purl/purl.ts';
import { LIMITS } from '../../../limits.ts';
import { compileGlob, matchGlob } from '../../../profile/glob.ts';
import type { ProfileView } from '../../../profile/profile-view.ts';
import { foldText } from '../text/clean-text.ts';
import { citeField, type PlaceContext, type Contradiction } from './contradiction.ts';

const NOT_USED = 'usage.featuresNotUsed';
const USED = 'usage.featuresUsed';

export const unusedFeature: Contradiction = {
  type: 'requires_feature',
  path: NOT_USED,
  effect: 'dismiss',
  justification: 'code_not_reachable',
  label: null,
  find,
};

export const unusedSetting: Contradiction = {
  type: 'requires_config',
  path: NOT_USED,
  effect: 'dismiss',
  justification: 'requires_configuration',
  label: null,
  find,
};

/** A feature that is also listed as used does not count as unused. */
function find(value: string | null, { component, profile }: PlaceContext): ReturnType<Contradiction['find']> {
  const feature = toName(value ?? '');
  const spellings = spellingsOf(component.purl ?? null);
  const budget = { steps: LIMITS.runtimeQueryStepsMax };
  const isListed = (path: string): boolean =>
    featuresIn(profile, path).some(
      (entry) => toName(entry.feature) === feature && matchesAny(entry.purl, spellings, budget),
    );
  if (feature === '' || !isListed(NOT_USED) || isListed(USED)) return undefined;
  return [citeField(profile, NOT_USED)];
}

function toName(text: string): string {
  return foldText(text).toLowerCase();
}

interface Feature {
  readonly purl: string;
  readonly feature: string;
}

function featuresIn(profile: ProfileView, path: string): readonly Feature[] {
  const value = profile.known(path)?.value;
  return Array.isArray(value) ? value.filter(isFeature) : [];
}

function isFeature(entry: unknown): entry is Feature {
  if (typeof entry !== 'object' || entry === null) return false;
  const { purl, feature } = entry as { readonly purl?: unknown; readonly feature?: unknown };
  return typeof purl === 'string' && typeof feature === 'string';
}

/**
 * A pattern without a version matches every version, in plain spelling and as the purl specification encodes it:
 * `pkg:npm/@acme/*`.
 */
function spellingsOf(text: string | null): readonly string[] {
  const { purl } = parsePurl(text ?? '');
  if (purl === undefined) return [];
  const bare: Purl = { ...purl, qualifiers: new Map(), subpath: undefined };
  const named: Purl = { ...bare, version: undefined };
  const path = [purl.type, ...(purl.namespace === undefined ? [] : [purl.namespace]), purl.name].join('/');
  return [printPurl(purl), printPurl(bare), printPurl(named), `pkg:${path}`, `pkg:${path}@${purl.version ?? ''}`];
}

function matchesAny(pattern: string, spellings: readonly string[], budget: { steps: number }): boolean {
  const glob = compileGlob(pattern);
  return glob !== undefined && spellings.some((spelling) => matchGlob(glob, spelling, budget) === true);
}
