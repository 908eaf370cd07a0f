import { describe, expect, it } from 'vitest';
import { ALL_ABILITIES, createAbilityMemory, dropUnsupported, type Abilities, type Ability } from './abilities.ts';

const OPTIONAL: readonly Ability[] = ['reasoning', 'tokenCap', 'format', 'temperature', 'seed'];

describe('dropUnsupported', () => {
  it.each<[string, Partial<Abilities>]>([
    [
      "Unsupported parameter: 'max_tokens' ... Use 'max_completion_tokens' instead.",
      { tokenCap: 'max_completion_tokens' },
    ],
    ["Invalid parameter: 'response_format' of type 'json_schema' is not supported.", { format: 'json' }],
    ["Unsupported value: 'temperature' does not support 0 with this model.", { temperature: false }],
    ['Unrecognized request argument supplied: seed', { seed: false }],
    ["Unsupported value: 'reasoning_effort' does not support 'none' with this model.", { reasoning: 'budget' }],
    ['thinking.type: Input should be a supported value', { reasoning: 'budget' }],
    ['adaptive thinking is not supported on this model', { reasoning: 'budget' }],
    ['This model does not support the effort parameter.', { reasoning: 'budget' }],
    ['output_config.format: Extra inputs are not permitted', { format: 'json' }],
  ])('removes the parameter named in %j', (refusal, expected) => {
    expect(dropUnsupported(ALL_ABILITIES, OPTIONAL, refusal)).toEqual({ ...ALL_ABILITIES, ...expected });
  });

  it.each(['The model does not exist.', '', 'messages: too long'])('removes nothing for %j', (refusal) => {
    expect(dropUnsupported(ALL_ABILITIES, OPTIONAL, refusal)).toBeUndefined();
  });

  it('terminates if a server refuses every parameter by every name', () => {
    const refusal = 'max_tokens max_completion_tokens response_format temperature seed thinking output_config';
    const steps: Abilities[] = [];
    for (
      let next = dropUnsupported(ALL_ABILITIES, OPTIONAL, refusal);
      next;
      next = dropUnsupported(next, OPTIONAL, refusal)
    )
      steps.push(next);

    expect(steps).toHaveLength(7);
    expect(steps.at(-1)).toMatchObject({ format: 'prompt', temperature: false, seed: false, reasoning: 'none' });
  });
});

describe('createAbilityMemory', () => {
  it('merges abilities that two callers learned at the same time', () => {
    const memory = createAbilityMemory();

    memory.learn('a', { ...ALL_ABILITIES, format: 'prompt' });
    memory.learn('a', { ...ALL_ABILITIES, seed: false, tokenCap: 'max_completion_tokens' });

    expect(memory.recall('a')).toEqual({
      format: 'prompt',
      tokenCap: 'max_completion_tokens',
      temperature: true,
      seed: false,
      reasoning: 'effort',
    });
    expect(memory.recall('b')).toEqual(ALL_ABILITIES);
  });
});
