/** Questions about services, and their answers. */
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { WireOrganizationQuestion, WireQuestion } from '../../../src/api/contract/findings/question.ts';
import type { Answer } from '../../../src/core/vocabulary/question.ts';
import { change, getList, toPath } from '../../api/api-client.ts';
import { serviceKey } from './services.ts';

const QUESTIONS_READ = 100;

export function serviceQuestions(service: string, state: 'open' | 'answered') {
  return queryOptions({
    queryKey: [...serviceKey(service), 'questions', state],
    queryFn: async ({ signal }) =>
      await getList<WireQuestion>(`${toPath('service', service)}/question`, signal, { state, limit: QUESTIONS_READ }),
  });
}

export function organizationQuestions(limit: number) {
  return queryOptions({
    queryKey: ['questions', limit],
    queryFn: async ({ signal }) => await getList<WireOrganizationQuestion>('/question', signal, { limit }),
  });
}

/** `services` are the ids or names of those that get the answer. */
export function useAnswer(id: string, services: readonly string[]) {
  return useChange(async ({ answer, note }: { readonly answer: Answer; readonly note: string }) => {
    const body = { answer, services, ...(note !== '' && { note }) };
    return await change('PUT', toPath('question', id, 'answer'), body);
  });
}

export function useRevertAnswer(service: string, id: string) {
  return useChange(async () => await change('DELETE', toPath('service', service, 'question', id, 'answer')));
}

/** The questions change at once; the findings when the versions are analyzed, which events report. */
function useChange<Input>(mutationFn: (input: Input) => Promise<undefined>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: async () =>
      await queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey.includes('questions') }),
  });
}
