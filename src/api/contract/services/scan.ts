import { z } from 'zod';
import { DATA_STATES } from '../../../core/vocabulary/source.ts';
import { BySeverity, WireCoverage, WireFinding } from '../findings/finding.ts';
import { UploadQuery, WireWarningWithPaths } from './sbom.ts';

const Component = WireFinding.shape.component;
const Place = Component.shape.occurrences.element;

/** Like a finding of a version, without the fields that only stored findings have. */
export const WireScannedFinding = WireFinding.extend({
  id: z.uuid().describe('Made from the content: the same in every scan.'),
  fingerprint: z.string().describe('Made from package and vulnerability: the same in every scan.'),
  component: Component.extend({
    occurrences: z.array(Place.extend({ sbomId: z.null() })).describe('Where the document lists it.'),
  }),
  firstSeen: z.null().describe('Nothing is stored.'),
  lastSeen: z.null(),
  resolvedAt: z.null(),
}).meta({ id: 'ScannedFinding' });
export type WireScannedFinding = z.infer<typeof WireScannedFinding>;

export const WireScan = z
  .object({
    findings: z.array(WireScannedFinding).describe('Worst first, also those that are not relevant.'),
    coverage: WireCoverage,
    warnings: z.array(WireWarningWithPaths),
    snapshot: z
      .object({
        number: z.int(),
        state: z.enum(DATA_STATES),
        newestRecordAt: z.string().nullable(),
      })
      .describe('The advisory data that was used.'),
    summary: z.object({
      componentCount: z.int().describe('What the document lists, before merging.'),
      total: z.int().describe('Findings without those that are not relevant.'),
      hidden: z.int().describe('Findings that are not relevant.'),
      bySeverity: BySeverity.describe('Of the total.'),
    }),
  })
  .meta({ id: 'Scan' });
export type WireScan = z.infer<typeof WireScan>;

export const ScanQuery = UploadQuery.pick({ image: true, distro: true, validate: true });

/** All parameters of a scan; any other becomes a warning. */
export const SCAN_PARAMETERS: ReadonlySet<string> = new Set(Object.keys(ScanQuery.shape));

/** The first is the default. */
export const SCAN_TYPES = ['application/json', 'application/sarif+json', 'application/vnd.cyclonedx+json'] as const;
