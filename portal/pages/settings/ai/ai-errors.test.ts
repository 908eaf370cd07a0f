import { describe, expect, it } from 'vitest';
import { ApiFailure } from '../../../api/api-client.ts';
import { someAiSettings } from '../../../../test/support/wire-ai.ts';
import { toAiDraft } from './ai-draft.ts';
import { findAiErrors, keepUnchanged, placeAiErrors } from './ai-errors.ts';

const SETTINGS = someAiSettings();
const DRAFT = toAiDraft(SETTINGS);

function aFailure(code: string, message: string, details: ApiFailure['details'] = []): ApiFailure {
  return new ApiFailure({ status: 400, code, message, requestId: undefined, details });
}

describe('errors in the AI settings', () => {
  it('are empty for stored settings', () => {
    expect(findAiErrors(DRAFT, SETTINGS)).toEqual({});
  });

  it.each([
    ['an empty number', { concurrency: '' }, { concurrency: 'Enter a number.' }],
    ['http', { baseUrl: 'HTTP://models.example.org/v1', apiKey: 'sk' }, { baseUrl: expect.stringContaining('https') }],
    ['another host', { baseUrl: 'https://elsewhere.example.org' }, { apiKey: expect.stringContaining('another') }],
    ['an invalid URL', { baseUrl: 'models' }, { baseUrl: expect.stringContaining('Invalid URL') }],
    ['an empty budget', { currencyPerMonth: '' }, {}],
  ])('are found before sending: %s', (_, change, expected) => {
    expect(findAiErrors({ ...DRAFT, ...change }, SETTINGS)).toEqual(expected);
  });

  it('do not include http if the installation allows it', () => {
    const settings = someAiSettings({ baseUrl: 'http://localhost:11434/v1', allowsPrivate: true });

    expect(findAiErrors(toAiDraft(settings), settings)).toEqual({});
  });

  it.each([
    [
      aFailure('AI_URL_INVALID', 'The "baseUrl" of the model is not valid: it is not a URL.'),
      { baseUrl: 'This URL cannot be used: it is not a URL.' },
    ],
    [aFailure('AI_KEY_HEADER_INVALID', ''), { apiKeyHeader: expect.stringContaining('reserved') }],
    [aFailure('AI_KEY_NEEDED', ''), { apiKey: expect.stringContaining('Enter the key again') }],
    [aFailure('AI_SETTINGS_INCOMPLETE', ''), { model: expect.stringContaining('model name') }],
    [
      aFailure('BODY_INVALID', '', [
        { path: '/concurrency', message: 'Too big: expected number to be <=16' },
        { path: '/timeoutMs', message: 'Too small: expected number to be >=1000' },
        { path: '/model', message: 'Too big: expected string to have <=200 characters' },
        { path: '/apiKeyHeader', message: 'must be a header name' },
        { path: '/maxFindingsPerRun', message: 'Invalid input: expected int, received number' },
      ]),
      {
        concurrency: 'At most 16.',
        timeoutSeconds: 'At least 1.',
        model: 'At most 200 characters.',
        apiKeyHeader: 'Must be a header name.',
        maxFindingsPerRun: 'Enter a whole number.',
      },
    ],
    [aFailure('SERVER_BUSY', 'The server is overloaded.'), {}],
    [new Error('unknown'), {}],
  ])('are assigned to their fields: %s', (error, expected) => {
    expect(placeAiErrors(error, { ...DRAFT, model: '' })).toEqual(expected);
  });

  it('are cleared when the field changes', () => {
    const errors = { baseUrl: 'no', model: 'no' };

    expect(keepUnchanged(errors, DRAFT, { ...DRAFT, model: 'reader-2' })).toEqual({ baseUrl: 'no' });
  });
});
