/**
 * Chat completions, as supported by many servers: OpenAI, Azure, gateways, and self-hosted Ollama, vLLM or llama.cpp.
 * https://platform.openai.com/docs/api-reference/chat/create
 */
import { z } from 'zod';
import {
  type ModelSettings,
  toOutputLimit,
  toSystemText,
  type ProviderProtocol,
  type ProviderReply,
} from './provider.ts';
import type { Question } from '../questions/question.ts';
import type { Abilities } from './abilities.ts';

export const openaiCompatible: ProviderProtocol = {
  path: '/chat/completions',
  keyHeader: 'authorization',
  headers: {},
  toBody,
  parseReply,
  optionalOf: (settings) => (sendsEffort(settings) ? ['reasoning', ...OPTIONAL] : OPTIONAL),
};

const OPTIONAL = ['tokenCap', 'format', 'temperature', 'seed'] as const;

function sendsEffort({ reasoningEffort = 'default' }: ModelSettings): boolean {
  return reasoningEffort !== 'default';
}

function toBody(question: Question, settings: ModelSettings, abilities: Abilities): object {
  return {
    model: settings.model,
    messages: [
      { role: 'system', content: toSystemText(question, abilities) },
      { role: 'user', content: question.data },
    ],
    [abilities.tokenCap]: toOutputLimit(question, settings),
    ...(abilities.reasoning === 'effort' && sendsEffort(settings) && { reasoning_effort: settings.reasoningEffort }),
    ...(abilities.temperature && { temperature: 0 }),
    // A fixed seed: where the server honors it, the same question should have the same answer.
    ...(abilities.seed && { seed: 1 }),
    ...toFormat(question, abilities),
  };
}

function toFormat({ schemaName: name, jsonSchema: schema }: Question, { format }: Abilities): object {
  if (format === 'prompt') return {};
  if (format === 'json') return { response_format: { type: 'json_object' } };
  return { response_format: { type: 'json_schema', json_schema: { name, strict: true, schema } } };
}

// Only the members that are needed; servers add their own.
const Completion = z.object({
  model: z.string().nullish(),
  system_fingerprint: z.string().nullish(),
  choices: z
    .array(
      z.object({
        finish_reason: z.string().nullish(),
        message: z.object({ content: z.string().nullish(), refusal: z.string().nullish() }),
      }),
    )
    .min(1),
  usage: z
    .object({ prompt_tokens: z.int().min(0), completion_tokens: z.int().min(0) })
    .nullish()
    .catch(null),
});

function parseReply(body: unknown): ProviderReply | undefined {
  const { data } = Completion.safeParse(body);
  const choice = data?.choices[0];
  if (data === undefined || choice === undefined) return undefined;
  return {
    kind: kindOf(choice),
    content: choice.message.content ?? '',
    model: data.model ?? null,
    fingerprint: data.system_fingerprint ?? null,
    usage: data.usage ? { tokensIn: data.usage.prompt_tokens, tokensOut: data.usage.completion_tokens } : null,
  };
}

function kindOf({
  finish_reason: reason,
  message,
}: z.infer<typeof Completion>['choices'][number]): ProviderReply['kind'] {
  if (reason === 'length') return 'truncated';
  if (reason === 'content_filter') return 'refusal';
  return message.refusal === null || message.refusal === undefined || message.refusal === '' ? 'text' : 'refusal';
}
