import { describe, expect, it } from 'vitest';
import { readOptions } from './read-options.ts';

const NEEDED = ['--base-url', 'http://127.0.0.1:1/v1', '--model', 'm'];

describe('options of an evaluation', () => {
  it('evaluate everything five times by default', () => {
    expect(readOptions(NEEDED)).toMatchObject({
      suites: ['core', 'traps', 'injections', 'incomplete'],
      isAboutAdvisories: true,
      runs: 5,
      keyEnv: null,
      prices: null,
      json: null,
      settings: { model: 'm', sharing: 'structured-profile' },
      modelSettings: { provider: 'openai-compatible', baseUrl: 'http://127.0.0.1:1/v1' },
    });
  });

  it('accept a suite, a sharing mode and prices', () => {
    const given = ['--suite', 'traps', '--sharing', 'advisory-only', '--price-in', '0.5', '--price-out', '2'];

    expect(readOptions([...NEEDED, ...given])).toMatchObject({
      suites: ['traps'],
      isAboutAdvisories: false,
      settings: { sharing: 'advisory-only' },
      prices: { priceIn: 0.5, priceOut: 2 },
    });
  });

  it.each([
    [[], 'Both --base-url and --model are needed.'],
    [[...NEEDED, '--suite', 'all'], '--suite must be one of core, traps, injections, incomplete, advisories.'],
    [[...NEEDED, '--provider', 'x'], '--provider must be one of openai-compatible, anthropic.'],
    [[...NEEDED, '--runs', '1e3'], '--runs must be a number.'],
  ])('reject %j', (args, message) => {
    expect(() => readOptions(args)).toThrow(message);
  });
});
