import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { applyEvents, showProgress, type LiveEvent } from './apply-event.ts';

const EVENT: LiveEvent = {
  type: 'analysis.completed',
  at: '2026-11-15T10:00:00.000Z',
  serviceId: '1',
  versionId: '2',
  analysisId: '3',
  detail: null,
};

/** Numbered responses that a test resolves in any order. */
function startAnswers() {
  const waiting: ((answer: number) => void)[] = [];
  return {
    requested: () => waiting.length,
    ask: async () => await new Promise<number>((resolve) => waiting.push(resolve)),
    answer: (number: number) => waiting[number - 1]?.(number),
  };
}

function watch(queryKey: readonly string[]) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } });
  const answers = startAnswers();
  const observer = new QueryObserver(client, { queryKey, queryFn: answers.ask });
  const stop = observer.subscribe(() => undefined);
  return { client, answers, shown: () => observer.getCurrentResult().data, stop };
}

describe('applyEvents', () => {
  it('repeats a pending request, because its response may be older than the event', async () => {
    const { client, answers, shown, stop } = watch(['service', 'shop', 'version', '1.0', 'details']);
    await expect.poll(answers.requested).toBe(1);

    applyEvents(client, [EVENT]);
    await expect.poll(answers.requested).toBe(2);
    answers.answer(1);
    answers.answer(2);

    await expect.poll(shown).toBe(2);
    stop();
  });

  it('refetches loaded data and leaves data alone that no event changes', async () => {
    const there = watch(['services']);
    const apart = watch(['sessions']);
    for (const { answers, shown } of [there, apart]) {
      await expect.poll(answers.requested).toBe(1);
      answers.answer(1);
      await expect.poll(shown).toBe(1);
    }

    applyEvents(there.client, [EVENT]);
    applyEvents(apart.client, [EVENT]);
    await expect.poll(there.answers.requested).toBe(2);

    expect(apart.answers.requested()).toBe(1);
    there.stop();
    apart.stop();
  });

  it('refetches once for many events', async () => {
    const { client, answers, shown, stop } = watch(['services']);
    answers.answer(1);
    await expect.poll(shown).toBe(1);

    applyEvents(
      client,
      Array.from({ length: 300 }, (_, number) => ({ ...EVENT, versionId: String(number) })),
    );
    await expect.poll(answers.requested).toBe(2);
    answers.answer(2);
    await expect.poll(shown).toBe(2);

    expect(answers.requested()).toBe(2);
    stop();
  });

  it('refetches a version that is opened by an alias when the alias moves to another one', async () => {
    const client = new QueryClient();
    const keyOf = (service: string, version: string) => ['service', service, 'version', version, 'details'];
    for (const [service, version, id] of [
      ['shop', 'latest', '2'],
      ['other', 'latest', '5'],
    ] as const) {
      client.setQueryData(['service', service, 'details'], { id: service === 'shop' ? '1' : '4' });
      client.setQueryData(keyOf(service, version), { id });
    }

    applyEvents(client, [{ ...EVENT, type: 'version.alias_moved', versionId: '3' }]);

    const isInvalidated = (service: string) => client.getQueryState(keyOf(service, 'latest'))?.isInvalidated;
    await expect.poll(() => isInvalidated('shop')).toBe(true);
    expect(isInvalidated('other')).toBe(false);
  });
});

describe('showProgress', () => {
  it.each([
    ['completed', 'done'],
    ['running', 'pending'],
  ])(
    'handles progress of a stage that runs after the result when the event reports an analysis that is %s',
    (status, shown) => {
      const client = new QueryClient();
      const key = ['service', 'shop', 'version', '1.0', 'analysis'];
      client.setQueryData(key, { id: '3', status: 'completed', stages: [{ name: 'remediation', status: 'pending' }] });

      showProgress(client, {
        ...EVENT,
        type: 'analysis.progress',
        detail: { status, stages: [{ name: 'remediation', status: 'done' }] },
      });

      expect(client.getQueryData(key)).toEqual({
        id: '3',
        status: 'completed',
        stages: [{ name: 'remediation', status: shown }],
      });
    },
  );

  it('refetches the counts of a stage that runs after the result, because no event carries them', () => {
    const client = new QueryClient();
    const key = ['service', 'shop', 'version', '1.0', 'analysis'];
    const stages = [{ name: 'ai', status: 'pending' }];
    client.setQueryData(key, { id: '3', status: 'completed', stages });

    showProgress(client, {
      ...EVENT,
      type: 'analysis.progress',
      detail: { status: 'completed', stages: [{ name: 'ai', status: 'running' }] },
    });

    expect(client.getQueryState(key)?.isInvalidated).toBe(true);
  });
});
