/**
 * Confirmed profile fields that contradict a precondition: features and settings that are not used, inputs that are not accepted,
 * another platform and, with a weaker effect, users and privileges that do not exist.
 */
import type { Platform } from '../../../advisory/platform.ts';
import { parsePurl, printPurl, type Purl } from '../../../identity/purl/purl.ts';
import { LIMITS } from '../../../limits.ts';
import { compileGlob, matchGlob } from '../../../profile/glob.ts';
import type { ProfileView } from '../../../profile/profile-view.ts';
import { platformAt, platformIn, toPlatformNames } from '../../subject/known-platform.ts';
import { foldText } from '../text/clean-text.ts';
import { citeField, type PlaceContext, type Contradiction } from './contradiction.ts';
import { toCapabilityName } from '../../../profile/runtime/kernel-names.ts';
import { INPUT_KINDS, type PreconditionType } from '../assessment.ts';
import { toCapability } from './enforced-denials.ts';

const NOT_USED = 'usage.featuresNotUsed';
const USED = 'usage.featuresUsed';

export const unusedFeature: Contradiction = {
  type: 'feature',
  path: NOT_USED,
  effect: 'dismiss',
  justification: 'code_not_reachable',
  label: null,
  find,
};

export const unusedSetting: Contradiction = {
  ...unusedFeature,
  type: 'configuration',
  justification: 'requires_configuration',
};

/**
 * The pattern has to match the package, and the name has to be equal: whether two names mean the same feature would be a guess. A
 * feature that is also listed as used does not count as unused.
 */
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

const ACCEPTED = 'input.acceptsUntrusted';

/** The list has to be complete. */
export const inputNotAccepted: Contradiction = {
  type: 'input_kind',
  path: ACCEPTED,
  effect: 'dismiss',
  justification: 'code_not_reachable',
  label: null,
  find: (value, { profile }) => {
    const field = profile.known(ACCEPTED);
    const kind = foldText(value ?? '').toLowerCase();
    if (field?.complete !== true || !Array.isArray(field.value) || !isInputKind(kind)) return undefined;
    return field.value.includes(kind) ? undefined : [citeField(profile, ACCEPTED)];
  },
};

function isInputKind(kind: string): boolean {
  return INPUT_KINDS.some((each) => each === kind);
}

const COMMANDS_NOT_USED = 'usage.commandsNotUsed';

/** The list has to be complete, and the command must not be listed as used as well. */
export const unusedCommand: Contradiction = {
  type: 'command',
  path: COMMANDS_NOT_USED,
  effect: 'dismiss',
  justification: 'code_not_reachable',
  label: null,
  find: (value, { profile }) => {
    const [unused, used] = [profile.known(COMMANDS_NOT_USED), profile.known('usage.commandsUsed')];
    const isListed = (list: unknown): boolean =>
      Array.isArray(list) && list.some((each) => typeof each === 'string' && toName(each) === toName(value ?? ''));
    if (value === null || unused?.complete !== true || !isListed(unused.value) || isListed(used?.value))
      return undefined;
    return [citeField(profile, COMMANDS_NOT_USED)];
  },
};

// Fields about users and privileges make an attack less likely but do not exclude it, so they only lower a finding.
const SHARED_FIELDS = { effect: 'deprioritize', justification: null, label: null } as const;

export const noLocalUsers = whenFieldIs('local_user', 'privilege.localUsers', () => ['no']);
/** Only what runs in a browser is known by a field. */
export const noBrowser = whenFieldIs('deployment', 'input.userInteraction', (value) =>
  value === 'browser' ? ['no'] : [],
);
export const notInNetwork = whenFieldIs('network_position', 'exposure.reach', () => ['host-only', 'none']);
export const notReachable = whenFieldIs('reach', 'exposure.reach', (value) => [
  ...(value === 'internet' ? ['internal'] : []),
  'host-only',
  'none',
]);
export const noEgress = whenFieldIs('egress', 'network.egress', () => ['allow-list', 'none']);
/** Any other privilege is one inside the application, which `runsAsRoot` says nothing about. */
export const notRoot = whenFieldIs('privilege', 'privilege.runsAsRoot', (value) =>
  value === null || ROOT_NAMES.has(value) ? ['no'] : [],
);

export const capabilityAbsent: Contradiction = {
  ...SHARED_FIELDS,
  type: 'capability',
  path: 'privilege.capabilities',
  find: (value, { profile }) => {
    const field = profile.known('privilege.capabilities');
    const wanted = toCapability(value);
    if (wanted === undefined || field?.complete !== true || !Array.isArray(field.value)) return undefined;
    const held = field.value.map((each) => (typeof each === 'string' ? toCapabilityName(each) : ''));
    if (held.includes(toCapabilityName(wanted)) || held.includes('all')) return undefined;
    return [citeField(profile, 'privilege.capabilities')];
  },
};

export const ROOT_NAMES: ReadonlySet<string> = new Set(['root', 'superuser', 'uid 0']);

function whenFieldIs(
  type: PreconditionType,
  path: string,
  toExcluding: (value: string | null) => readonly string[],
): Contradiction {
  return {
    ...SHARED_FIELDS,
    type,
    path,
    find: (value, { profile }) => {
      const known = profile.known(path)?.value;
      return toExcluding(value?.toLowerCase() ?? null).some((each) => each === known)
        ? [citeField(profile, path)]
        : undefined;
    },
  };
}

export const otherOperatingSystem = whenPlatformDiffers('os', 'runtime.os');
export const otherArchitecture = whenPlatformDiffers('arch', 'runtime.arch');

/** The profile has to say so, and no document that contains the component may disagree: contradicting facts hide no finding. */
function whenPlatformDiffers(kind: keyof Platform, path: string): Contradiction {
  return {
    type: kind,
    path,
    effect: 'dismiss',
    justification: 'requires_environment',
    label: null,
    find: (value, at) => {
      const limit = parsePlatforms(kind, value);
      if (limit.length === 0 || platformIn(at.profile)[kind].length === 0) return undefined;
      const isElsewhere = listKnownPlatforms(kind, at).every((word) => !limit.includes(word));
      return isElsewhere ? [citeField(at.profile, path)] : undefined;
    },
  };
}

const BETWEEN = /[,/|;&]| or | and /;

/**
 * Parses `windows`, `windows, macos`, `amd64 or arm64`; empty if a word is unknown, because it may mean the platform of the
 * service.
 */
export function parsePlatforms(kind: keyof Platform, value: string | null): readonly string[] {
  const words = (value ?? '').split(BETWEEN).map((word) => word.trim());
  return toPlatformNames(
    kind,
    words.filter((word) => word !== ''),
  );
}

/** Returns the platforms of the service, according to the profile and the document. */
export function listKnownPlatforms(
  kind: keyof Platform,
  { profile, place, component }: PlaceContext,
): readonly string[] {
  return [...platformIn(profile)[kind], ...platformAt(place, component)[kind]];
}
