import { z } from 'zod';
import { DATA_STATES } from '../../../core/vocabulary/source.ts';
import { BySeverity, WireCoverage, WireFinding } from '../findings/finding.ts';
import { UploadQuery, WireWarningWithPaths } from './sbom.ts';

const Component = WireFinding.shape.component;
const Place = Component.shape.occurrences.element;

/** Like a finding of a version, without the fields that only stored findings have. */
export const WireScannedFinding = WireFinding.extend({
  id: z.uuid().describe('Derived from the content, so it is the same in every scan.'),
  fingerprint: z.string().describe('Derived from package and vulnerability, so it is the same in every scan.'),
  component: Component.extend({
    occurrences: z.array(Place.extend({ sbomId: z.null() })).describe('Places in the document.'),
  }),
  firstSeen: z.null().describe('Always null, because scans are not stored.'),
  lastSeen: z.null(),
  resolvedAt: z.null(),
}).meta({ id: 'ScannedFinding' });
export type WireScannedFinding = z.infer<typeof WireScannedFinding>;

export const WireScan = z
  .object({
    findings: z.array(WireScannedFinding).describe('Most severe first, including findings that are not relevant.'),
    coverage: WireCoverage,
    warnings: z.array(WireWarningWithPaths),
    snapshot: z
      .object({
        number: z.int(),
        state: z.enum(DATA_STATES),
        newestRecordAt: z.string().nullable(),
      })
      .describe('Advisory data that was used.'),
    summary: z.object({
      componentCount: z.int().describe('Number of components listed in the document, before merging.'),
      total: z.int().describe('Number of findings, without those that are not relevant.'),
      hidden: z.int().describe('Number of findings that are not relevant.'),
      bySeverity: BySeverity.describe('`total` by severity.'),
    }),
  })
  .meta({ id: 'Scan' });
export type WireScan = z.infer<typeof WireScan>;

export const ScanQuery = UploadQuery.pick({ image: true, distro: true, validate: true });

/** All parameters of a scan; any other becomes a warning. */
export const SCAN_PARAMETERS: ReadonlySet<string> = new Set(Object.keys(ScanQuery.shape));

/** The first is the default. */
export const SCAN_TYPES = ['application/json', 'application/sarif+json', 'application/vnd.cyclonedx+json'] as const;
