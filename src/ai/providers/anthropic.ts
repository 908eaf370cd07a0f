/**
 * The messages protocol of Anthropic. The shape of the answer is requested by `output_config.format`, and from servers without it
 * by the input of a tool that does not exist. https://platform.claude.com/docs/en/api/messages
 * https://platform.claude.com/docs/en/build-with-claude/structured-outputs, .../effort, .../adaptive-thinking
 */
import { z } from 'zod';
import {
  type ModelSettings,
  REASONING_TOKENS,
  toOutputLimit,
  toSystemText,
  type ProviderProtocol,
  type ProviderReply,
} from './provider.ts';
import type { Question } from '../questions/question.ts';
import type { Abilities } from './abilities.ts';

export const anthropic: ProviderProtocol = {
  path: '/v1/messages',
  keyHeader: 'x-api-key',
  headers: { 'anthropic-version': '2023-06-01' },
  toBody,
  parseReply,
  optionalOf: (settings) => (isThinking(settings) ? ['reasoning', ...OPTIONAL] : OPTIONAL),
};

const OPTIONAL = ['format', 'temperature'] as const;

function isThinking({ reasoningEffort = 'default' }: ModelSettings): boolean {
  return REASONING_TOKENS[reasoningEffort] > 0;
}

function toBody(question: Question, settings: ModelSettings, abilities: Abilities): object {
  const limit = toOutputLimit(question, settings);
  const reasoning = isThinking(settings) ? abilities.reasoning : 'none';
  const thinks = reasoning !== 'none';
  const output = {
    ...(reasoning === 'effort' && { effort: settings.reasoningEffort }),
    ...(abilities.format === 'schema' && { format: { type: 'json_schema', schema: question.jsonSchema } }),
  };
  return {
    model: settings.model,
    max_tokens: limit,
    // Thinking allows neither a temperature nor a forced tool.
    ...(reasoning === 'effort' && { thinking: { type: 'adaptive' } }),
    ...(reasoning === 'budget' && {
      thinking: { type: 'enabled', budget_tokens: toThinkingBudget(settings, limit) },
    }),
    ...(!thinks && abilities.temperature && { temperature: 0 }),
    ...(Object.keys(output).length > 0 && { output_config: output }),
    system: abilities.format === 'prompt' ? toSystemText(question, abilities) : question.system,
    messages: [{ role: 'user', content: question.data }],
    ...toTool(question, abilities, thinks),
  };
}

const THINKING_TOKENS_MIN = 1_024;

/** Leaves room for the answer: thinking counts towards the output limit. */
function toThinkingBudget({ reasoningEffort = 'default' }: ModelSettings, limit: number): number {
  return Math.max(THINKING_TOKENS_MIN, Math.min(REASONING_TOKENS[reasoningEffort], limit - THINKING_TOKENS_MIN));
}

function toTool({ schemaName: name, jsonSchema }: Question, { format }: Abilities, thinks: boolean): object {
  if (format !== 'json') return {};
  return {
    tools: [{ name, description: 'Takes the answer.', input_schema: jsonSchema }],
    tool_choice: { ...(thinks ? { type: 'auto' } : { type: 'tool', name }), disable_parallel_tool_use: true },
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
