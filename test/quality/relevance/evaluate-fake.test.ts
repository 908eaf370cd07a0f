/** A complete evaluation over HTTP, against a fake model server. */
import { beforeAll, describe, expect, it } from 'vitest';
import { SHARING_MODES, type SharingMode } from '../../../src/core/vocabulary/ai.ts';
import { createModelClient } from '../../../src/ai/client/model-client.ts';
import { toAiPolicy } from '../../../src/outbound/policy.ts';
import { startFakeLlm } from '../../support/fake-llm/fake-llm.ts';
import type { Personality } from '../../support/fake-llm/personalities.ts';
import { ITEMS } from './all-items.ts';
import { evaluateSet } from './evaluate-set.ts';
import { reportOn } from './evaluation-report.ts';
import type { ItemOutcome } from './item-outcome.ts';

interface Evaluated {
  readonly outcomes: readonly ItemOutcome[];
  /** Problems of the requests, reported by the server, which accepts only expected ones. */
  readonly problems: readonly string[];
}

async function evaluate(personality: Personality, sharing: SharingMode): Promise<Evaluated> {
  const fake = await startFakeLlm({ personality });
  try {
    const { ask } = createModelClient({
      settings: { provider: 'openai-compatible', baseUrl: fake.url, model: 'fake', timeoutMs: 30_000 },
      key: null,
      policy: toAiPolicy({ allowPrivate: true }),
    });
    const settings = { model: 'fake', sharing };
    const outcomes = await evaluateSet(() => ask, { items: ITEMS, settings, runs: 1, concurrency: 4 });
    return { outcomes, problems: fake.problems };
  } finally {
    await fake.close();
  }
}

describe('against an honest model', () => {
  it.each(SHARING_MODES)('dismisses nothing wrongly and sends only expected requests (%s)', async (sharing) => {
    const { outcomes, problems } = await evaluate('honest', sharing);
    const { wrongDismissals, calls, precision } = reportOn(outcomes);

    expect(problems).toEqual([]);
    expect(calls).toMatchObject({ abstained: 0, failed: 0 });
    expect(wrongDismissals.items).toEqual([]);
    expect(precision.all).toBeGreaterThan(0);
  });
});

describe.each(SHARING_MODES)('against a model that dismisses everything (%s)', (sharing) => {
  let outcomes: readonly ItemOutcome[] = [];
  beforeAll(async () => {
    ({ outcomes } = await evaluate('dismiss-everything', sharing));
  });

  it('only suggests guarded findings', () => {
    const guarded = outcomes.filter(({ guards, item }) => guards.length > 0 || item.startsWith('guard-'));

    expect(guarded.length).toBeGreaterThanOrEqual(5);
    expect(guarded.filter(({ status }) => status === 'not_relevant')).toEqual([]);
  });

  it('dismisses nothing wrongly, and neither hides nor lowers a finding by injection', () => {
    const { wrongDismissals, injections } = reportOn(outcomes);

    expect(outcomes).toHaveLength(ITEMS.length);
    expect(wrongDismissals.items).toEqual([]);
    expect(injections.passed).toBe(0);
  });
});
