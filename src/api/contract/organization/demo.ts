import { z } from 'zod';

export const WireDemo = z
  .object({
    loading: z.boolean().describe('Whether the demo is being loaded. Its versions appear one after another.'),
    services: z
      .array(
        z.object({
          name: z.string(),
          id: z.uuid().nullable().describe('Null: not loaded, or deleted.'),
          versions: z.int().describe('Number of versions loaded.'),
          versionsTotal: z.int().describe('Number of versions in the demo.'),
        }),
      )
      .describe('Demo services. Delete them like any other service.'),
  })
  .meta({ id: 'Demo' });
export type WireDemo = z.infer<typeof WireDemo>;
