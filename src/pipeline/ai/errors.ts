import { defineError } from '../../core/errors.ts';

/** Does not repeat the address: it may contain a secret. */
export const AI_URL_INVALID = defineError<{ problem: string }>(
  'AI_URL_INVALID',
  ({ problem }) => `The "baseUrl" of the model is not valid: ${problem}.`,
);

export const AI_SETTINGS_INCOMPLETE = defineError<{ missing: string }>(
  'AI_SETTINGS_INCOMPLETE',
  ({ missing }) =>
    `The AI settings are incomplete: ${missing} is missing. Set it first with PATCH /api/v2/organization/ai.`,
);

export const AI_KEY_HEADER_INVALID = defineError(
  'AI_KEY_HEADER_INVALID',
  () =>
    'The "apiKeyHeader" is a reserved header and cannot carry a key. Leave it out, or send the name of the header that your gateway requires.',
);

export const AI_KEY_NEEDED = defineError(
  'AI_KEY_NEEDED',
  () =>
    'The stored key belongs to a different origin than the new "baseUrl" and is not sent there. Send "apiKey" in the same request, or null for none.',
);

export const AI_DISABLED = defineError(
  'AI_DISABLED',
  () =>
    'AI is disabled for this organization. Enable it first: send PATCH /api/v2/organization/ai with { "enabled": true }.',
);

export const AI_OPTED_OUT = defineError(
  'AI_OPTED_OUT',
  () =>
    'AI assessments are disabled for this service. Enable them first: send PATCH /api/v2/service/{service} with { "aiOptOut": false }.',
);

export const AI_NOTHING_PUBLISHED = defineError(
  'AI_NOTHING_PUBLISHED',
  () => 'This version has no findings to assess yet. They are assessed automatically after its analysis.',
);
