/**
 * The messages protocol of Anthropic. The answer is the input of a forced tool call to a tool that does not exist, which is how
 * this protocol requests a shape. https://docs.anthropic.com/en/api/messages
 */
import { z } from 'zod';
import { type ModelSettings, toSystemText, type ProviderProtocol, type ProviderReply } from './provider.ts';
import type { Question } from '../questions/question.ts';
import type { Abilities } from './abilities.ts';

export const anthropic: ProviderProtocol = {
  path: '/v1/messages',
  keyHeader: 'x-api-key',
  headers: { 'anthropic-version': '2023-06-01' },
  toBody,
  parseReply,
  optional: ['format', 'temperature'],
};

function toBody(question: Question, { model }: ModelSettings, abilities: Abilities): object {
  return {
    model,
    max_tokens: question.outputTokensMax,
    ...(abilities.temperature && { temperature: 0 }),
    system: toSystemText(question, abilities),
    messages: [{ role: 'user', content: question.data }],
    ...toTool(question, abilities),
  };
}

function toTool({ schemaName: name, jsonSchema }: Question, { format }: Abilities): object {
  if (format !== 'schema') return {};
  return {
    tools: [{ name, description: 'Takes the answer.', input_schema: jsonSchema }],
    tool_choice: { type: 'tool', name, disable_parallel_tool_use: true },
  };
}

const Message = z.object({
  model: z.string().nullish(),
  stop_reason: z.string().nullish(),
  content: z.array(z.object({ type: z.string(), text: z.string().optional(), input: z.unknown().optional() })),
  usage: z
    .object({ input_tokens: z.int().min(0), output_tokens: z.int().min(0) })
    .nullish()
    .catch(null),
});

function parseReply(body: unknown): ProviderReply | undefined {
  const { data } = Message.safeParse(body);
  if (data === undefined) return undefined;
  return {
    ...contentOf(data),
    model: data.model ?? null,
    fingerprint: null,
    usage: data.usage ? { tokensIn: data.usage.input_tokens, tokensOut: data.usage.output_tokens } : null,
  };
}

function contentOf({ stop_reason: reason, content }: z.infer<typeof Message>): Pick<ProviderReply, 'kind' | 'content'> {
  if (reason === 'max_tokens' || reason === 'model_context_window_exceeded') return { kind: 'truncated' };
  if (reason === 'refusal') return { kind: 'refusal' };
  const used = content.find(({ type }) => type === 'tool_use');
  if (used !== undefined) return { kind: 'value', content: used.input };
  return { kind: 'text', content: content.map(({ text = '' }) => text).join('') };
}
