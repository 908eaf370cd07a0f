import { z } from 'zod';
import { WireSeverity } from './finding.ts';
import { SearchText } from '../page.ts';

export const SearchQuery = z.object({
  q: SearchText.meta({
    description: 'Text to search for: part of a name, an id, or words of a title.',
    example: 'log4j',
  }),
});

const Links = z.object({ self: z.string() });

export const WireSearch = z
  .object({
    services: z.array(z.object({ id: z.uuid(), name: z.string(), links: Links })),
    versions: z.array(
      z.object({
        id: z.uuid(),
        name: z.string(),
        found: z.string().describe('Name or alias that matched.'),
        serviceId: z.uuid(),
        serviceName: z.string(),
        links: Links,
      }),
    ),
    vulnerabilities: z.array(
      z.object({
        id: z.string(),
        aliases: z.array(z.string()),
        title: z.string(),
        severity: WireSeverity,
        services: z.int().describe('Number of services that are currently affected.'),
        links: Links,
      }),
    ),
    components: z.array(
      z.object({
        id: z.uuid(),
        name: z.string(),
        version: z.string().nullable(),
        purl: z.string().nullable(),
        links: Links,
      }),
    ),
  })
  .meta({ id: 'Search' });
export type WireSearch = z.infer<typeof WireSearch>;
