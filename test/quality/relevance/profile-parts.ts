/**
 * Profiles of labeled services. All start from one plain service with all important fields known and confirmed, so that an item
 * states only its differences. A plain value is confirmed by a user, and a list is complete; everything else uses a helper:
 * `stated`, `suggested`, `listedInPart`.
 */
import { isProfilePath } from '../../../src/core/profile/profile-fields.ts';
import { UNKNOWN, type ProfileField, type ProfileFields } from '../../../src/core/profile/security-profile.ts';

const CONFIRMED = { source: 'user', confirmedBy: 'operator', confirmedAt: '2026-10-01T00:00:00Z' } as const;

/** By path: a confirmed value, or a whole field. */
export type FieldChanges = Readonly<Record<string, unknown>>;

/** A service behind a login that handles HTTP requests and connects to a few neighbors. */
const PLAIN_SERVICE: FieldChanges = {
  'exposure.reach': 'internet',
  'exposure.unauthenticatedSurface': 'no',
  'input.acceptsUntrusted': ['http-body'],
  'input.userInteraction': 'no',
  'runtime.os': 'linux',
  'runtime.arch': ['amd64'],
  'privilege.runsAsRoot': 'no',
  'privilege.localUsers': 'no',
  'network.egress': 'allow-list',
  'data.classification': 'confidential',
  'ops.environment': 'prod',
};

/** The runtime of an ecosystem, as in `runtime.languages`. */
const LANGUAGES: Readonly<Record<string, { readonly name: string; readonly version: string }>> = {
  npm: { name: 'node', version: '22.11.0' },
  PyPI: { name: 'python', version: '3.12.7' },
  Maven: { name: 'java', version: '21.0.5' },
  Go: { name: 'go', version: '1.23.3' },
  'crates.io': { name: 'rust', version: '1.82.0' },
  RubyGems: { name: 'ruby', version: '3.3.6' },
  NuGet: { name: 'dotnet', version: '8.0.11' },
  Packagist: { name: 'php', version: '8.3.13' },
};

export function serviceRunning(ecosystem: string, changes: FieldChanges = {}): ProfileFields {
  const language = LANGUAGES[ecosystem] ?? { name: 'python', version: '3.12.7' };
  return toFields({ ...PLAIN_SERVICE, 'runtime.languages': [language], ...changes });
}

/** Only the given fields; everything else is unknown. */
export function toFields(changes: FieldChanges): ProfileFields {
  const fields = Object.entries(changes).map(([path, given]): readonly [string, ProfileField] => {
    if (!isProfilePath(path)) throw new Error(`There is no field ${path} in a profile.`);
    return [path, isField(given) ? given : confirmed(given)];
  });
  return Object.fromEntries(fields);
}

function confirmed(value: unknown): ProfileField {
  return { value, ...CONFIRMED, ...(Array.isArray(value) && { complete: true }) };
}

/** Stated by a user and not confirmed. */
export function stated(value: unknown): ProfileField {
  return { value, source: 'user', ...(Array.isArray(value) && { complete: true }) };
}

export function suggested(value: unknown): ProfileField {
  return { value, source: 'ai-suggested', ...(Array.isArray(value) && { complete: true }) };
}

/** From a document that is not confirmed to be in force. */
export function imported(value: unknown): ProfileField {
  return { value, source: 'imported', ...(Array.isArray(value) && { complete: true }) };
}

/** From the SBOM: a fact that needs no confirmation. */
export function fromSbom(value: unknown): ProfileField {
  return { value, source: 'sbom', ...(Array.isArray(value) && { complete: true }) };
}

/** Confirmed, but not complete. */
export function listedInPart(value: readonly unknown[]): ProfileField {
  return { value, ...CONFIRMED };
}

export const NOT_KNOWN: ProfileField = { value: UNKNOWN, source: 'user' };

function isField(given: unknown): given is ProfileField {
  return typeof given === 'object' && given !== null && 'source' in given && 'value' in given;
}
