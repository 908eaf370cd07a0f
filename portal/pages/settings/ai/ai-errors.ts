/**
 * Errors in the settings by field: those found before sending, and those returned by the API. Messages of the API name paths and
 * limits, so they are reworded for users.
 */
import { ApiFailure } from '../../../api/api-client.ts';
import type { AiSettings } from '../../../queries/organization/ai.ts';
import { requiresNewKey, type AiDraft, type AiErrors } from './ai-draft.ts';

const KEY_REQUIRED =
  'The stored key belongs to another address and is not sent to this one. Enter it again, or have it removed.';

const REQUIRED = [
  ...(['minConfidence', 'guardCvss', 'guardEpss', 'priceIn', 'priceOut'] as const),
  ...(['concurrency', 'timeoutSeconds', 'maxFindingsPerRun'] as const),
];

/** Finds errors that the API would certainly reject. */
export function findAiErrors(draft: AiDraft, settings: AiSettings): AiErrors {
  const empty = REQUIRED.filter((field) => draft[field].trim() === '' || Number.isNaN(Number(draft[field])));
  const isAddress = draft.baseUrl.trim() === '' || URL.canParse(draft.baseUrl.trim());
  const isPlain = draft.baseUrl.trim().toLowerCase().startsWith('http://') && !settings.allowsPrivate;
  return {
    ...Object.fromEntries(empty.map((field) => [field, 'Enter a number.'])),
    ...(isPlain && { baseUrl: 'This installation asks models over https only.' }),
    ...(!isAddress && { baseUrl: 'This is no address: it begins with https:// and the name of a host.' }),
    ...(isAddress && requiresNewKey(draft, settings) && { apiKey: KEY_REQUIRED }),
  };
}

/** Empty if the error belongs to none of the fields; then it is shown as it is. */
export function placeAiErrors(error: Error | null, sent: AiDraft): AiErrors {
  if (!(error instanceof ApiFailure)) return {};
  switch (error.code) {
    case 'AI_URL_INVALID':
      return { baseUrl: `This address cannot be used: ${error.message.slice(error.message.indexOf(': ') + 2)}` };
    case 'AI_KEY_HEADER_INVALID':
      return {
        apiKeyHeader:
          'This header has a meaning of its own and cannot carry a key. Leave it empty, or name the one that your gateway asks for.',
      };
    case 'AI_KEY_NEEDED':
      return { apiKey: KEY_REQUIRED };
    case 'AI_SETTINGS_INCOMPLETE':
      return {
        ...(sent.baseUrl.trim() === '' && { baseUrl: 'Nobody can be asked without an address.' }),
        ...(sent.model.trim() === '' && { model: 'Nobody can be asked without the name of a model.' }),
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
  ...{ '/baseUrl': 'baseUrl', '/model': 'model', '/apiKey': 'apiKey', '/apiKeyHeader': 'apiKeyHeader' },
  ...{ '/minConfidence': 'minConfidence', '/guards/cvss': 'guardCvss', '/guards/epss': 'guardEpss' },
  ...{ '/budget/tokensPerDay': 'tokensPerDay', '/budget/currencyPerMonth': 'currencyPerMonth' },
  ...{ '/budget/priceIn': 'priceIn', '/budget/priceOut': 'priceOut' },
  ...{ '/concurrency': 'concurrency', '/timeoutMs': 'timeoutSeconds', '/maxFindingsPerRun': 'maxFindingsPerRun' },
};

const TOO_MUCH = /^Too (big|small): expected [a-z]+ to (?:be|have) [<>]=(\d+(?:\.\d+)?)( characters)?$/;

/** `Too big: expected number to be <=16` becomes `At most 16.`; the API may use smaller units than the form. */
function toSentence(message: string, divisor: number): string {
  const [, size, limit, unit = ''] = TOO_MUCH.exec(message) ?? [];
  if (limit !== undefined) {
    return `${size === 'big' ? 'At most' : 'At least'} ${(Number(limit) / divisor).toLocaleString('en')}${unit}.`;
  }
  if (message.startsWith('Invalid input: expected int')) return 'A whole number is needed.';
  return `It ${message}.`;
}

/** Drops the errors of changed fields until the next response. */
export function keepUnchanged(errors: AiErrors, sent: AiDraft, draft: AiDraft): AiErrors {
  return Object.fromEntries(
    Object.entries(errors).filter(([field]) => draft[field as keyof AiDraft] === sent[field as keyof AiDraft]),
  );
}
