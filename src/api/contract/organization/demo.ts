import { z } from 'zod';

export const WireDemo = z
  .object({
    loading: z.boolean().describe('Whether it is being loaded; its versions arrive one after the other.'),
    services: z
      .array(
        z.object({
          name: z.string(),
          id: z.uuid().nullable().describe('Null: it is not there, or was deleted.'),
          versions: z.int().describe('How many it has.'),
          versionsTotal: z.int().describe('How many the demo brings.'),
        }),
      )
      .describe('Delete them like any other service when you have seen enough.'),
  })
  .meta({ id: 'Demo' });
export type WireDemo = z.infer<typeof WireDemo>;
