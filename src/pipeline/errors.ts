import { defineError, quote } from '../core/errors.ts';
import { LIMITS } from '../core/limits.ts';

export const SERVICE_UNKNOWN = defineError<{ service: string }>(
  'SERVICE_UNKNOWN',
  ({ service }) =>
    `This organization has no service ${quote(service)}. Create it first, or turn on autoCreateServices.`,
);

export const VERSION_UNKNOWN = defineError<{ version: string }>(
  'VERSION_UNKNOWN',
  ({ version }) => `This service has no version or alias ${quote(version)}. Upload an SBOM to create it.`,
);

export const ALIAS_UNKNOWN = defineError<{ alias: string }>(
  'ALIAS_UNKNOWN',
  ({ alias }) => `This version has no alias ${quote(alias)}.`,
);

export const SBOM_UNKNOWN = defineError('SBOM_UNKNOWN', () => 'This organization has no such SBOM.');

export const COMPONENT_UNKNOWN = defineError('COMPONENT_UNKNOWN', () => 'No such component is in use here.');

export const ANALYSIS_UNKNOWN = defineError('ANALYSIS_UNKNOWN', () => 'This organization has no such analysis.');

export const NAME_TAKEN = defineError<{ what: string; name: string }>(
  'NAME_TAKEN',
  ({ what, name }) => `The ${what} ${quote(name)} is taken. Names and aliases share one namespace; choose another.`,
);

export const ALIAS_LIMIT = defineError(
  'ALIAS_LIMIT',
  () => `This version has ${LIMITS.aliasesPerVersionMax} aliases already. Remove one first.`,
);

export const SBOM_LIMIT = defineError<{ slot: string }>(
  'SBOM_LIMIT',
  ({ slot }) =>
    `This version has ${LIMITS.liveSbomsPerVersionMax} SBOMs already, and none of them is in the slot ${quote(slot)}. Send a "slot" or "image" so that a new upload replaces the old one, or delete some.`,
);

export const QUEUE_FULL = defineError<{ whose: string }>(
  'QUEUE_FULL',
  ({ whose }) => `Too many analyses of ${whose} are waiting. Nothing was stored; send the request again in a minute.`,
);

export const SERVER_QUEUE_FULL = defineError(
  'SERVER_QUEUE_FULL',
  () => 'Too many analyses are waiting on this server. Nothing was stored; send the request again in a minute.',
);

export const FEED_MOSTLY_BAD = defineError<{ source: string; records: number; bad: number }>(
  'FEED_MOSTLY_BAD',
  ({ source, records, bad }) =>
    `${bad} of ${records} records of ${quote(source)} cannot be read, which is more than one in a hundred.`,
);

export const NO_DOCUMENT_READABLE = defineError(
  'NO_DOCUMENT_READABLE',
  () => 'None of the SBOMs of this version could be read; each says why. Correct and upload them again.',
);
