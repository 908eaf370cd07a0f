import { z } from 'zod';
import { PageQuery, SearchText, Timestamp } from './page.ts';

export const WireService = z
  .object({
    id: z.uuid(),
    name: z.string(),
    createdAt: Timestamp,
    versionCount: z.int(),
  })
  .meta({ id: 'Service' });
export type WireService = z.infer<typeof WireService>;

export const WireServiceListItem = WireService.extend({
  latestVersion: z.object({ id: z.uuid(), name: z.string(), createdAt: Timestamp }).nullable(),
}).meta({ id: 'ServiceListItem' });
export type WireServiceListItem = z.infer<typeof WireServiceListItem>;

export const ServiceParams = z.object({ service: z.string().describe('Id or name, percent-encoded.') });
export const ServiceListQuery = PageQuery.extend({ q: SearchText.optional().describe('A part of the name.') });
export const NewService = z.object({ name: z.string() }).meta({ id: 'NewService' });
export const ServiceChange = z.object({ name: z.string() }).meta({ id: 'ServiceChange' });
