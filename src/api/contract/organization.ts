import { z } from 'zod';
import { Timestamp } from './page.ts';

export const WireOrganization = z
  .object({
    id: z.uuid(),
    name: z.string(),
    createdAt: Timestamp,
    autoCreateServices: z.boolean().describe('Whether an upload may create the service that it names.'),
  })
  .meta({ id: 'Organization' });

export const OrganizationChange = z
  .object({ name: z.string().trim().min(1).max(200).optional(), autoCreateServices: z.boolean().optional() })
  .refine(
    (change) => Object.values(change).some((value) => value !== undefined),
    'must have "name" or "autoCreateServices"',
  )
  .meta({ id: 'OrganizationChange' });
