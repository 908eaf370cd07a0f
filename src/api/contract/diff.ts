import { z } from 'zod';
import { WireFinding } from './finding.ts';

const WireVersionReference = z.object({ id: z.uuid(), name: z.string() });
const WireComponentReference = z.object({
  name: z.string(),
  version: z.string().nullable(),
  purl: z.string().nullable(),
});
const WithCause = WireFinding.extend({ cause: z.enum(['code', 'advisory', 'decision', 'profile', 'engine']) });

export const WireDiff = z
  .object({
    base: WireVersionReference,
    head: WireVersionReference,
    components: z.object({
      added: z.array(WireComponentReference),
      removed: z.array(WireComponentReference),
      changed: z.array(z.object({ name: z.string(), from: z.string().nullable(), to: z.string().nullable() })),
    }),
    findings: z.object({
      introduced: z.array(WithCause),
      resolved: z.array(WithCause),
      changed: z.array(WithCause),
      unchanged: z.int(),
    }),
  })
  .meta({ id: 'Diff' });
export type WireDiff = z.infer<typeof WireDiff>;

export const DiffQuery = z.object({
  base: z.string().default('previous').describe('A version, or `previous`.'),
  head: z.string().describe('A version.'),
});
