/** VEX statements, findings and documents with defaults that a test can change. */
import type {
  ExportedDecision,
  ExportedFinding,
  VexDocumentFacts,
} from '../../src/core/vex/writing/exported-finding.ts';
import type { VexStatement, VexTarget } from '../../src/core/vex/vex-statement.ts';
import type { VexSubject } from '../../src/core/vex/matching/vex-subject.ts';

export const RECEIVED = { receivedAt: '2026-11-15T12:00:00.000Z' };

export function aTarget(changes: Partial<VexTarget> = {}): VexTarget {
  return { product: null, component: null, bomLink: null, versions: [], ...changes };
}

export function aStatement(changes: Partial<VexStatement> = {}): VexStatement {
  return {
    ids: ['CVE-2026-1001'],
    target: aTarget({ component: 'pkg:npm/left-pad@1.2.3' }),
    state: 'not_affected',
    justification: 'code_not_reachable',
    response: [],
    detail: 'Never called.',
    actionStatement: null,
    at: '2026-11-01T00:00:00.000Z',
    author: 'Acme',
    verbatim: { format: 'cyclonedx', status: 'not_affected', justification: 'code_not_reachable' },
    ...changes,
  };
}

export function aVexSubject(changes: Partial<VexSubject> = {}): VexSubject {
  return {
    ids: ['CVE-2026-1001', 'GHSA-AAAA-BBBB-CCCC'],
    component: { purls: ['pkg:npm/left-pad@1.2.3'], version: '1.2.3' },
    service: { names: ['shop'], versions: ['1.4.0'] },
    images: [{ reference: 'ghcr.io/acme/shop:1.4', digest: null, purls: [] }],
    documents: [],
    ...changes,
  };
}

export function anExportedDecision(changes: Partial<ExportedDecision> = {}): ExportedDecision {
  return {
    kind: 'human',
    actor: 'Ada',
    state: 'not_affected',
    justification: 'code_not_reachable',
    response: [],
    detail: 'Never called.',
    ...changes,
  };
}

export function anExportedFinding(changes: Partial<ExportedFinding> = {}): ExportedFinding {
  return {
    id: 'CVE-2026-1001',
    aliases: ['GHSA-aaaa-bbbb-cccc'],
    component: { name: 'left-pad', version: '1.2.3', purl: 'pkg:npm/left-pad@1.2.3', bomRef: null },
    images: ['ghcr.io/acme/shop:1.4'],
    status: 'not_relevant',
    deciding: anExportedDecision(),
    at: '2026-11-01T00:00:00.000Z',
    ...changes,
  };
}

export const DOCUMENT_FACTS: VexDocumentFacts = {
  id: 'urn:uuid:0197a000-0000-7000-8000-000000000001',
  author: 'Acme',
  timestamp: '2026-11-15T12:00:00.000Z',
  version: 3,
  serialNumber: 'urn:uuid:0197a000-0000-7000-8000-000000000001',
  service: { name: 'shop', version: '1.4.0' },
  tool: { name: 'Assay', version: '1.2.3' },
};

/** Returns a third-party document; by default it states that the code of `left-pad` is never executed. */
export function anOpenVex(changes: Record<string, unknown> = {}, statement: Record<string, unknown> = {}): object {
  return {
    '@context': 'https://openvex.dev/ns/v0.2.0',
    '@id': 'https://vendor.example/vex/1',
    author: 'Vendor',
    timestamp: '2026-01-01T00:00:00Z',
    version: 1,
    statements: [
      {
        vulnerability: { name: 'CVE-2024-10001' },
        products: [{ '@id': 'pkg:npm/left-pad' }],
        status: 'not_affected',
        justification: 'vulnerable_code_not_in_execute_path',
        ...statement,
      },
    ],
    ...changes,
  };
}
