import { z } from 'zod';
import { WireCoverage } from './finding.ts';
import { Timestamp } from './page.ts';

export const WireAnalysis = z
  .object({
    id: z.uuid(),
    versionId: z.uuid(),
    trigger: z.enum(['upload', 'advisories', 'profile', 'decision', 'manual', 'engine', 'deletion']),
    status: z.enum(['queued', 'running', 'completed', 'completed_with_warnings', 'failed']),
    stages: z.array(
      z.object({
        name: z.enum(['parse', 'identify', 'match', 'relevance', 'remediation', 'history', 'ai']),
        status: z.enum(['pending', 'running', 'done', 'skipped', 'failed']),
        startedAt: Timestamp.nullable(),
        finishedAt: Timestamp.nullable(),
        reason: z.string().nullable(),
      }),
    ),
    engineVersion: z.string(),
    failure: z.object({ code: z.string(), message: z.string() }).nullable(),
    supersededBy: z.uuid().nullable().describe('The analysis of a newer upload that ended this one.'),
    createdAt: Timestamp,
    startedAt: Timestamp.nullable(),
    finishedAt: Timestamp.nullable(),
    coverage: WireCoverage.nullable().describe('Null until the analysis has ended.'),
    snapshot: z.int().nullable().describe('Number of the advisory data that was used.'),
    delta: z.object({ introduced: z.int(), resolved: z.int(), unchanged: z.int() }).nullable(),
  })
  .meta({ id: 'Analysis' });
export type WireAnalysis = z.infer<typeof WireAnalysis>;

export const AnalysisParams = z.object({ id: z.string() });
