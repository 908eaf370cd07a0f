/** The server side of both protocols, which accepts only what it expects. */
import type { IncomingHttpHeaders } from 'node:http';
import { z } from 'zod';

export interface Reply {
  readonly text: string;
  readonly end: 'stop' | 'truncated' | 'refusal';
  readonly withUsage: boolean;
  readonly isText?: boolean;
  /** The provider's name for the model. */
  readonly model?: string;
  readonly tokens?: number;
}

export interface ReadBody {
  readonly user: string;
  readonly uses: readonly string[];
  /** No tool is used, so the answer is text. */
  readonly isText?: boolean;
}

export interface SpokenProtocol {
  readonly base: string;
  readonly path: string;
  readonly keyOf: (headers: IncomingHttpHeaders) => string | undefined;
  /** Returns the problems with the headers, apart from the key. */
  readonly problemsOf: (headers: IncomingHttpHeaders) => readonly string[];
  /** Throws an error that names the unexpected part. */
  readonly read: (body: unknown) => ReadBody;
  readonly write: (reply: Reply) => object;
  readonly writeError: (message: string, param?: string) => object;
}

const Schema = z.record(z.string(), z.unknown()).superRefine((schema, context) => {
  for (const problem of problemsOfSchema(schema)) context.addIssue({ code: 'custom', message: problem });
});

const OpenAiBody = z.strictObject({
  model: z.string().min(1),
  messages: z.tuple([
    z.strictObject({ role: z.literal('system'), content: z.string().min(100) }),
    z.strictObject({ role: z.literal('user'), content: z.string() }),
  ]),
  max_tokens: z.int().min(1).optional(),
  max_completion_tokens: z.int().min(1).optional(),
  reasoning_effort: z.enum(['none', 'low', 'medium', 'high']).optional(),
  temperature: z.literal(0).optional(),
  seed: z.int().optional(),
  response_format: z
    .union([
      z.strictObject({
        type: z.literal('json_schema'),
        json_schema: z.strictObject({
          name: z.string().regex(/^[a-z_]{1,64}$/),
          strict: z.literal(true),
          schema: Schema,
        }),
      }),
      z.strictObject({ type: z.literal('json_object') }),
    ])
    .optional(),
});

export const openai: SpokenProtocol = {
  base: '/v1',
  path: '/v1/chat/completions',
  keyOf: ({ authorization }) => authorization?.replace(/^Bearer /, ''),
  problemsOf: () => [],
  read: (body) => {
    const { messages, response_format: format, ...rest } = OpenAiBody.parse(body);
    if ((rest.max_tokens === undefined) === (rest.max_completion_tokens === undefined))
      throw new Error('the output needs one cap');
    const uses = Object.keys(rest).filter((name) => rest[name as keyof typeof rest] !== undefined);
    return { user: messages[1].content, uses: [...uses, ...(format === undefined ? [] : [format.type])] };
  },
  write: ({ text, end, withUsage, model = 'fake-llm-2026-11', tokens = 100 }) => ({
    id: 'chatcmpl-1',
    object: 'chat.completion',
    model,
    system_fingerprint: 'fp_fake',
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: end === 'refusal' ? null : text,
          refusal: end === 'refusal' ? text : null,
        },
        finish_reason: end === 'truncated' ? 'length' : 'stop',
      },
    ],
    ...(withUsage && { usage: { prompt_tokens: tokens, completion_tokens: 20, total_tokens: tokens + 20 } }),
  }),
  writeError: (message, param) => ({ error: { message, type: 'invalid_request_error', param: param ?? null } }),
};

const AnthropicBody = z.strictObject({
  model: z.string().min(1),
  max_tokens: z.int().min(1),
  temperature: z.literal(0).optional(),
  thinking: z
    .union([
      z.strictObject({ type: z.literal('enabled'), budget_tokens: z.int().min(1_024) }),
      z.strictObject({ type: z.literal('adaptive') }),
    ])
    .optional(),
  output_config: z
    .strictObject({
      effort: z.enum(['low', 'medium', 'high']).optional(),
      format: z.strictObject({ type: z.literal('json_schema'), schema: Schema }).optional(),
    })
    .optional(),
  system: z.string().min(100),
  messages: z.tuple([z.strictObject({ role: z.literal('user'), content: z.string() })]),
  tools: z.tuple([z.strictObject({ name: z.string(), description: z.string(), input_schema: Schema })]).optional(),
  tool_choice: z
    .union([
      z.strictObject({ type: z.literal('tool'), name: z.string(), disable_parallel_tool_use: z.literal(true) }),
      z.strictObject({ type: z.literal('auto'), disable_parallel_tool_use: z.literal(true) }),
    ])
    .optional(),
});

export const anthropic: SpokenProtocol = {
  base: '',
  path: '/v1/messages',
  keyOf: (headers) => headers['x-api-key']?.toString(),
  problemsOf: (headers) => (headers['anthropic-version'] === '2023-06-01' ? [] : ['anthropic-version is missing']),
  read: (body) => {
    const parsed = AnthropicBody.parse(body);
    const {
      messages,
      tools,
      tool_choice: choice,
      temperature,
      thinking,
      max_tokens: cap,
      output_config: output,
    } = parsed;
    const forced = choice?.type === 'tool' ? choice.name : undefined;
    if (thinking === undefined && tools?.[0].name !== forced)
      throw new Error('the tool is not the one that has to be used');
    const budget = thinking?.type === 'enabled' ? thinking.budget_tokens : 0;
    if (thinking !== undefined && (forced !== undefined || temperature !== undefined || budget >= cap))
      throw new Error('thinking allows no forced tool and no temperature, and needs a lower budget than max_tokens');
    if (tools !== undefined && output?.format !== undefined) throw new Error('the shape is requested twice');
    const used = {
      tools,
      temperature,
      thinking,
      adaptive: thinking?.type === 'adaptive' ? true : undefined,
      output_config: output,
      'output_config.format': output?.format,
    };
    const uses = Object.entries(used).filter(([, value]) => value !== undefined);
    return { user: messages[0].content, uses: uses.map(([name]) => name), isText: tools === undefined };
  },
  write: ({ text, end, withUsage, isText = false, model = 'fake-llm-2026-11', tokens = 100 }) => ({
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model,
    content: isText ? [{ type: 'text', text }] : contentOf(text, end),
    stop_reason: { stop: isText ? 'end_turn' : 'tool_use', truncated: 'max_tokens', refusal: 'refusal' }[end],
    ...(withUsage && { usage: { input_tokens: tokens, output_tokens: 20 } }),
  }),
  writeError: (message) => ({ type: 'error', error: { type: 'invalid_request_error', message } }),
};

/** Invalid JSON cannot be the input of a tool. */
function contentOf(text: string, end: Reply['end']): readonly object[] {
  try {
    if (end !== 'refusal')
      return [{ type: 'tool_use', id: 'toolu_1', name: 'answer', input: JSON.parse(text) as unknown }];
  } catch {
    // The text is sent as a message instead.
  }
  return [{ type: 'text', text }];
}

const KNOWN_KEYWORDS = new Set(['type', 'properties', 'required', 'additionalProperties', 'items', 'enum', 'anyOf']);

/** Returns what a strict server rejects: members that are not required, objects that are not closed, and unknown keywords. */
function problemsOfSchema(root: object): readonly string[] {
  const problems: string[] = [];
  const open: unknown[] = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (typeof node !== 'object' || node === null) continue;
    const schema = node as Readonly<Record<string, unknown>>;
    for (const keyword of Object.keys(schema))
      if (!KNOWN_KEYWORDS.has(keyword)) problems.push(`the schema has ${keyword}`);
    const properties = (schema['properties'] ?? {}) as Readonly<Record<string, unknown>>;
    if (schema['type'] === 'object' && schema['additionalProperties'] !== false) problems.push('an object is open');
    if (schema['type'] === 'object' && String(schema['required']) !== String(Object.keys(properties)))
      problems.push('a member is not required');
    open.push(...Object.values(properties), schema['items'], ...((schema['anyOf'] ?? []) as unknown[]));
  }
  return problems;
}
