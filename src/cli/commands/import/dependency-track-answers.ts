/** The parts of the answers of Dependency-Track that an import reads. Other members are ignored. */
import { z } from 'zod';

const Text = z.string().nullish();

export const DependencyTrackProject = z.object({
  uuid: z.uuid(),
  name: z.string(),
  version: Text,
  isLatest: z.boolean().nullish(),
  tags: z.array(z.object({ name: z.string() })).nullish(),
});
export type DependencyTrackProject = z.infer<typeof DependencyTrackProject>;

export const DependencyTrackFinding = z.object({
  matrix: z.string(),
  component: z.object({ uuid: z.uuid(), name: z.string(), group: Text, version: Text, purl: Text }),
  vulnerability: z.object({
    uuid: z.uuid(),
    vulnId: z.string(),
    aliases: z.array(z.record(z.string(), z.string().nullable())).nullish(),
  }),
  analysis: z.object({ state: Text, isSuppressed: z.boolean().nullish() }).nullish(),
});
export type DependencyTrackFinding = z.infer<typeof DependencyTrackFinding>;

export const DependencyTrackAnalysis = z.object({
  analysisState: Text,
  analysisJustification: Text,
  analysisResponse: Text,
  analysisDetails: Text,
  analysisComments: z
    .array(z.object({ timestamp: z.union([z.number(), z.string()]).nullish(), comment: Text, commenter: Text }))
    .nullish(),
  isSuppressed: z.boolean().nullish(),
});
export type DependencyTrackAnalysis = z.infer<typeof DependencyTrackAnalysis>;
