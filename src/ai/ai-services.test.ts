import { describe, expect, it } from 'vitest';
import { toAiPolicy } from '../outbound/policy.ts';
import { createAiServices } from './ai-services.ts';

const open = (allowPrivate: boolean): ReturnType<typeof createAiServices> =>
  createAiServices({ policy: toAiPolicy({ allowPrivate, proxy: undefined }), nowMs: () => 0 });

describe('problemOfUrl', () => {
  it.each([
    ['https://api.example.com/v1', false, true],
    ['http://api.example.com/v1', false, false],
    ['https://127.0.0.1:11434/v1', false, false],
    ['https://10.0.0.1/v1', false, false],
    ['http://127.0.0.1:11434/v1', true, true],
    ['http://ollama:11434/v1', true, true],
    ['http://169.254.169.254/v1', true, false],
    ['ftp://model.example/v1', true, false],
  ])('checks %s with private addresses allowed: %s, usable: %s', (address, allowPrivate, isUsable) => {
    expect(open(allowPrivate).problemOfUrl(new URL(address)) === undefined).toBe(isUsable);
  });
});
