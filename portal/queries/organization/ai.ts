/** The AI step: settings without the key, connection test, request preview, and cost. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type {
  AiChange,
  WireAiCall,
  WireAiCallDetails,
  WireAiExample,
  WireAiSettings,
  WireAiTest,
  WireAiUsage,
} from '../../../src/api/contract/ai.ts';
import { change, getList, getOne, toPath } from '../../api/api-client.ts';
import type { VersionAddress } from '../services/versions.ts';

/** The server ends a test after three minutes. */
const TEST_TIMEOUT_MS = 195_000;

const KEY = ['ai'] as const;
const CALLS_PER_PAGE = 10;
const DAYS_SHOWN = 30;

export function aiSettings() {
  return queryOptions({
    queryKey: [...KEY, 'settings'],
    queryFn: async ({ signal }) => await getOne<WireAiSettings>('/organization/ai', signal),
  });
}

export function aiUsage() {
  return queryOptions({
    queryKey: [...KEY, 'usage'],
    queryFn: async ({ signal }) => await getOne<WireAiUsage>('/organization/ai/usage', signal, { days: DAYS_SHOWN }),
  });
}

export function aiCalls() {
  return infiniteQueryOptions({
    queryKey: [...KEY, 'calls'],
    queryFn: async ({ signal, pageParam: offset }) =>
      await getList<WireAiCall>('/organization/ai/call', signal, { limit: CALLS_PER_PAGE, offset }),
    initialPageParam: 0,
    getNextPageParam: ({ total }, pages) => {
      const count = pages.length * CALLS_PER_PAGE;
      return count < total ? count : undefined;
    },
  });
}

export function aiCall(id: string) {
  return queryOptions({
    queryKey: [...KEY, 'call', id],
    queryFn: async ({ signal }) => await getOne<WireAiCallDetails>(toPath('organization', 'ai', 'call', id), signal),
  });
}

/** The server builds the preview from stored data, or without an id from a built-in example. It sends nothing to the provider. */
export function aiExample(finding: string) {
  return queryOptions({
    queryKey: [...KEY, 'example', finding],
    queryFn: async ({ signal }) =>
      await getOne<WireAiExample>('/organization/ai/example', signal, finding === '' ? {} : { finding }),
    staleTime: 0,
    retry: false,
  });
}

export async function changeAi(input: AiChange): Promise<WireAiSettings> {
  return await change<WireAiSettings>('PATCH', '/organization/ai', input);
}

export async function testAiConnection(): Promise<WireAiTest> {
  return await change<WireAiTest>('POST', '/organization/ai/test', undefined, TEST_TIMEOUT_MS);
}

/** Cached assessments cost nothing again, unless `fresh` requests new ones for all findings. */
export async function repeatAssessment({ service, version }: VersionAddress, fresh: boolean): Promise<void> {
  const path = `${toPath('service', service, 'version', version)}/ai${fresh ? '?fresh=true' : ''}`;
  await change<unknown>('POST', path);
}
