import { defineError } from '../../core/errors.ts';

/** Does not repeat the address: it may contain a secret. */
export const AI_URL_INVALID = defineError<{ problem: string }>(
  'AI_URL_INVALID',
  ({ problem }) => `The "baseUrl" of the model cannot be used: ${problem}.`,
);

export const AI_SETTINGS_INCOMPLETE = defineError<{ missing: string }>(
  'AI_SETTINGS_INCOMPLETE',
  ({ missing }) => `Nobody can be asked without ${missing}. PATCH /api/v2/organization/ai with it first.`,
);

export const AI_KEY_HEADER_INVALID = defineError(
  'AI_KEY_HEADER_INVALID',
  () =>
    'The "apiKeyHeader" has a meaning of its own and cannot carry a key. Leave it out, or name the header that your gateway asks for.',
);

export const AI_KEY_NEEDED = defineError(
  'AI_KEY_NEEDED',
  () =>
    'The stored key belongs to another origin than the new "baseUrl", so it is not sent there. Send "apiKey" in the same request, or null for none.',
);

export const AI_DISABLED = defineError(
  'AI_DISABLED',
  () => 'AI is off for this organization, so nothing is asked. PATCH /api/v2/organization/ai with { "enabled": true }.',
);

export const AI_OPTED_OUT = defineError(
  'AI_OPTED_OUT',
  () => 'This service is not read by a model. PATCH it with { "aiOptOut": false } first.',
);

export const AI_NOTHING_PUBLISHED = defineError(
  'AI_NOTHING_PUBLISHED',
  () => 'This version has no findings yet that could be read. It is read by itself once its analysis has ended.',
);
