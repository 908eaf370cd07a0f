/**
 * Errors in the settings by field: those found before sending, and those returned by the API. Messages of the API name paths and
 * limits, so they are reworded for users.
 */
import type { WireAiSettings } from '../../../../src/api/contract/ai.ts';
import { ApiFailure } from '../../../api/api-client.ts';
import { requiresNewKey, type AiDraft, type AiErrors } from './ai-draft.ts';

const KEY_REQUIRED = 'The stored key belongs to another URL. Enter the key again, or remove it.';

const REQUIRED = [
  'guardCvss',
  'guardEpss',
  'priceIn',
  'priceOut',
  'concurrency',
  'timeoutSeconds',
  'maxFindingsPerRun',
] as const;

/** Finds errors that the API would certainly reject. */
export function findAiErrors(draft: AiDraft, settings: WireAiSettings): AiErrors {
  const empty = REQUIRED.filter((field) => draft[field].trim() === '' || Number.isNaN(Number(draft[field])));
  const isAddress = draft.baseUrl.trim() === '' || URL.canParse(draft.baseUrl.trim());
  const isPlain = draft.baseUrl.trim().toLowerCase().startsWith('http://') && !settings.allowsPrivate;
  return {
    ...Object.fromEntries(empty.map((field) => [field, 'Enter a number.'])),
    ...(isPlain && { baseUrl: 'Use https. This installation does not allow http.' }),
    ...(!isAddress && { baseUrl: 'Invalid URL. Start with https:// and a host name.' }),
    ...(isAddress && requiresNewKey(draft, settings) && { apiKey: KEY_REQUIRED }),
  };
}

/** Empty if the error belongs to none of the fields; then it is shown as it is. */
export function placeAiErrors(error: Error | null, sent: AiDraft): AiErrors {
  if (!(error instanceof ApiFailure)) return {};
  switch (error.code) {
    case 'AI_URL_INVALID':
      return { baseUrl: `This URL cannot be used: ${error.message.slice(error.message.indexOf(': ') + 2)}` };
    case 'AI_KEY_HEADER_INVALID':
      return {
        apiKeyHeader: 'This header is reserved. Leave it empty, or enter the header that your gateway requires.',
      };
    case 'AI_KEY_NEEDED':
      return { apiKey: KEY_REQUIRED };
    case 'AI_SETTINGS_INCOMPLETE':
      return {
        ...(sent.baseUrl.trim() === '' && { baseUrl: 'Enter a base URL.' }),
        ...(sent.model.trim() === '' && { model: 'Enter a model name.' }),
      };
    default:
      return Object.fromEntries(
        error.details.flatMap(({ path, message }) => {
          const field = PATHS[path];
          return field === undefined ? [] : [[field, toSentence(message, field === 'timeoutSeconds' ? 1_000 : 1)]];
        }),
      );
  }
}

const PATHS: Readonly<Record<string, keyof AiDraft>> = {
  '/baseUrl': 'baseUrl',
  '/model': 'model',
  '/apiKey': 'apiKey',
  '/apiKeyHeader': 'apiKeyHeader',
  '/guards/cvss': 'guardCvss',
  '/guards/epss': 'guardEpss',
  '/budget/tokensPerDay': 'tokensPerDay',
  '/budget/currencyPerMonth': 'currencyPerMonth',
  '/budget/priceIn': 'priceIn',
  '/budget/priceOut': 'priceOut',
  '/concurrency': 'concurrency',
  '/timeoutMs': 'timeoutSeconds',
  '/outputTokensMax': 'outputTokensMax',
  '/maxFindingsPerRun': 'maxFindingsPerRun',
};

const TOO_MUCH = /^Too (big|small): expected [a-z]+ to (?:be|have) [<>]=(\d+(?:\.\d+)?)( characters)?$/;

/** `Too big: expected number to be <=16` becomes `At most 16.`; the API may use smaller units than the form. */
function toSentence(message: string, divisor: number): string {
  const [, size, limit, unit = ''] = TOO_MUCH.exec(message) ?? [];
  if (limit !== undefined) {
    return `${size === 'big' ? 'At most' : 'At least'} ${(Number(limit) / divisor).toLocaleString('en')}${unit}.`;
  }
  if (message.startsWith('Invalid input: expected int')) return 'Enter a whole number.';
  return `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
}

/** Drops the errors of changed fields until the next response. */
export function keepUnchanged(errors: AiErrors, sent: AiDraft, draft: AiDraft): AiErrors {
  return Object.fromEntries(
    Object.entries(errors).filter(([field]) => draft[field as keyof AiDraft] === sent[field as keyof AiDraft]),
  );
}
