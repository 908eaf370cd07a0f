/** Command line options of an evaluation. Unknown options are rejected before anything is spent. */
import { parseArgs } from 'node:util';
import { PROVIDERS, SHARING_MODES } from '../../../src/core/vocabulary/ai.ts';
import type { ModelSettings } from '../../../src/ai/providers/provider.ts';
import type { EvaluationSettings } from './evaluate-item.ts';
import { SUITES, type Suite } from './evaluation-item.ts';
import type { Prices } from './evaluation-report.ts';

/** The real advisories are a suite of their own: they have texts and labels, but no service. */
const ADVISORIES = 'advisories';

export interface EvaluationOptions {
  /** Suites of items. */
  readonly suites: readonly Suite[];
  /** Whether to read the labeled advisories of ASSAY_TEST_DATA too. */
  readonly isAboutAdvisories: boolean;
  readonly limit: number;
  readonly runs: number;
  readonly concurrency: number;
  readonly settings: EvaluationSettings;
  readonly modelSettings: ModelSettings;
  /** Name of the environment variable with the key: a key on the command line would be visible to all users of the machine. */
  readonly keyEnv: string | null;
  readonly prices: Prices | null;
  readonly json: string | null;
}

const TEXT = { type: 'string' } as const;

export function readOptions(args: readonly string[]): EvaluationOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      'base-url': TEXT,
      model: TEXT,
      provider: TEXT,
      'key-env': TEXT,
      sharing: TEXT,
      runs: TEXT,
      suite: TEXT,
      limit: TEXT,
      json: TEXT,
      concurrency: TEXT,
      'price-in': TEXT,
      'price-out': TEXT,
      'timeout-ms': TEXT,
    },
  });
  const baseUrl = values['base-url'];
  const { model } = values;
  if (baseUrl === undefined || model === undefined) throw new Error('Both --base-url and --model are needed.');
  const [priceIn, priceOut] = [values['price-in'], values['price-out']];
  const chosen = values.suite === undefined ? null : choose('suite', [...SUITES, ADVISORIES], values.suite);
  return {
    suites: SUITES.filter((suite) => chosen === null || chosen === suite),
    isAboutAdvisories: chosen === null || chosen === ADVISORIES,
    limit: readNumber('limit', values.limit, Number.MAX_SAFE_INTEGER),
    runs: readNumber('runs', values.runs, 5),
    concurrency: readNumber('concurrency', values.concurrency, 4),
    settings: {
      model,
      sharing: choose('sharing', SHARING_MODES, values.sharing ?? 'structured-profile'),
    },
    modelSettings: {
      baseUrl,
      model,
      provider: choose('provider', PROVIDERS, values.provider ?? 'openai-compatible'),
      timeoutMs: readNumber('timeout-ms', values['timeout-ms'], 60_000),
    },
    keyEnv: values['key-env'] ?? null,
    prices:
      priceIn === undefined || priceOut === undefined
        ? null
        : { priceIn: readNumber('price-in', priceIn, 0), priceOut: readNumber('price-out', priceOut, 0) },
    json: values.json ?? null,
  };
}

function choose<Word extends string>(name: string, words: readonly Word[], text: string): Word {
  const word = words.find((each) => each === text);
  if (word === undefined) throw new Error(`--${name} must be one of ${words.join(', ')}.`);
  return word;
}

const NUMBER = /^[0-9]{1,9}(?:\.[0-9]{1,9})?$/;

function readNumber(name: string, text: string | undefined, otherwise: number): number {
  if (text === undefined) return otherwise;
  if (!NUMBER.test(text)) throw new Error(`--${name} must be a number.`);
  return Number(text);
}
