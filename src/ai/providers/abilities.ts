/**
 * Parameters that a server does not support, learned from its refusals: not every server accepts a schema, a seed, a
 * temperature or a reasoning effort, and the output limit has two names. They are remembered per server and model for the lifetime of the process.
 */

export interface Abilities {
  /** `json`: JSON without a schema, or, in the protocol of Anthropic, the input of a tool. */
  readonly format: 'schema' | 'json' | 'prompt';
  readonly tokenCap: 'max_tokens' | 'max_completion_tokens';
  readonly temperature: boolean;
  readonly seed: boolean;
  /** How much the model reasons: by a word, by a number of tokens as older models of Anthropic need it, or not sent. */
  readonly reasoning: 'effort' | 'budget' | 'none';
}

export type Ability = keyof Abilities;

export const ALL_ABILITIES: Abilities = {
  format: 'schema',
  tokenCap: 'max_tokens',
  temperature: true,
  seed: true,
  reasoning: 'effort',
};

export interface AbilityMemory {
  readonly recall: (server: string) => Abilities;
  readonly learn: (server: string, abilities: Abilities) => void;
}

const SERVERS_MAX = 1_000;

export function createAbilityMemory(): AbilityMemory {
  const known = new Map<string, Abilities>();
  return {
    recall: (server) => known.get(server) ?? ALL_ABILITIES,
    learn: (server, abilities) => {
      if (known.size >= SERVERS_MAX) known.clear();
      // Two callers that learn at the same time may each know something that the other does not.
      known.set(server, commonAbilities(known.get(server) ?? ALL_ABILITIES, abilities));
    },
  };
}

// From the least to the most able.
const FORMATS = ['prompt', 'json', 'schema'] as const;
const REASONING = ['none', 'budget', 'effort'] as const;

function commonAbilities(a: Abilities, b: Abilities): Abilities {
  return {
    format: FORMATS.find((format) => format === a.format || format === b.format) ?? 'prompt',
    tokenCap: a.tokenCap === ALL_ABILITIES.tokenCap ? b.tokenCap : a.tokenCap,
    temperature: a.temperature && b.temperature,
    seed: a.seed && b.seed,
    reasoning: REASONING.find((reasoning) => reasoning === a.reasoning || reasoning === b.reasoning) ?? 'none',
  };
}

/** Names by which servers refer to an unsupported parameter. */
const NAMES: Readonly<Record<Ability, (abilities: Abilities) => readonly string[]>> = {
  tokenCap: ({ tokenCap }) => [tokenCap],
  format: ({ format }) => [
    ...['response_format', 'json_schema', 'json_object', 'tool_choice', 'tools', 'input_schema', 'output_format'],
    ...(format === 'schema' ? ['output_config', 'structured output'] : []),
  ],
  temperature: () => ['temperature'],
  seed: () => ['seed'],
  reasoning: ({ format }) => ['thinking', 'adaptive', 'effort', ...(format === 'schema' ? [] : ['output_config'])],
};

/** Returns the abilities to try after a refusal with this text, or undefined if it names nothing that can be left out. */
export function dropUnsupported(
  abilities: Abilities,
  optional: readonly Ability[],
  refusal: string,
): Abilities | undefined {
  const text = refusal.toLowerCase();
  for (const ability of optional) {
    const next = isDropped(abilities, ability) ? undefined : without(abilities, ability);
    if (next !== undefined && NAMES[ability](abilities).some((name) => text.includes(name))) return next;
  }
  return undefined;
}

function isDropped(abilities: Abilities, ability: Ability): boolean {
  if (ability === 'format') return abilities.format === 'prompt';
  if (ability === 'tokenCap') return abilities.tokenCap !== ALL_ABILITIES.tokenCap;
  if (ability === 'reasoning') return abilities.reasoning === 'none';
  return !abilities[ability];
}

function without(abilities: Abilities, ability: Ability): Abilities {
  if (ability === 'tokenCap') return { ...abilities, tokenCap: 'max_completion_tokens' };
  if (ability === 'format') return { ...abilities, format: abilities.format === 'schema' ? 'json' : 'prompt' };
  if (ability === 'reasoning') return { ...abilities, reasoning: abilities.reasoning === 'effort' ? 'budget' : 'none' };
  return { ...abilities, [ability]: false };
}
