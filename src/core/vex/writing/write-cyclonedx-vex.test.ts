import { describe, expect, it } from 'vitest';
import { anExportedDecision, anExportedFinding, DOCUMENT_FACTS } from '../../../../test/support/vex.ts';
import { checkStrictly } from '../../../threads/schema/check-strictly.ts';
import type { ExportedFinding } from './exported-finding.ts';
import { writeCycloneDxVex } from './write-cyclonedx-vex.ts';

function write(...findings: readonly ExportedFinding[]): Record<string, unknown> {
  const text = writeCycloneDxVex(DOCUMENT_FACTS, findings);
  const bytes = new TextEncoder().encode(text);
  expect(checkStrictly({ format: 'cyclonedx', specVersion: '1.6', path: '', bytes })).toEqual([]);
  return JSON.parse(text) as Record<string, unknown>;
}

function analysisOf(finding: ExportedFinding): unknown {
  const [vulnerability] = write(finding)['vulnerabilities'] as { readonly analysis: unknown }[];
  return vulnerability?.analysis;
}

const OTHER = { name: 'right-pad', version: '1', purl: 'pkg:npm/right-pad@1', bomRef: 'x' };

describe('writeCycloneDxVex', () => {
  it('writes a finding as CycloneDX that is valid against the schema', () => {
    expect(write(anExportedFinding())).toEqual({
      $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
      bomFormat: 'CycloneDX',
      specVersion: '1.6',
      serialNumber: DOCUMENT_FACTS.serialNumber,
      version: 3,
      metadata: {
        timestamp: '2026-11-15T12:00:00.000Z',
        tools: { components: [{ type: 'application', name: 'Assay', version: '1.2.3' }] },
        authors: [{ name: 'Acme' }],
        component: { type: 'application', 'bom-ref': 'service', name: 'shop', version: '1.4.0' },
      },
      components: [
        {
          type: 'library',
          'bom-ref': 'component-1',
          name: 'left-pad',
          version: '1.2.3',
          purl: 'pkg:npm/left-pad@1.2.3',
        },
      ],
      vulnerabilities: [
        {
          'bom-ref': 'vulnerability-1',
          id: 'CVE-2026-1001',
          references: [{ id: 'GHSA-aaaa-bbbb-cccc', source: { name: 'GHSA' } }],
          analysis: {
            state: 'not_affected',
            justification: 'code_not_reachable',
            detail: '[user] Never called.',
            lastUpdated: '2026-11-01T00:00:00.000Z',
          },
          affects: [{ ref: 'component-1' }],
        },
      ],
    });
  });

  it('writes a vulnerability of several components once, and separately where the claim differs', () => {
    const confirmed = anExportedDecision({ state: 'exploitable', justification: null, response: ['update'] });
    const vulnerabilities = write(
      anExportedFinding(),
      anExportedFinding({ component: OTHER }),
      anExportedFinding({ component: { ...OTHER, purl: null }, status: 'relevant', deciding: confirmed }),
    )['vulnerabilities'];

    expect(vulnerabilities).toMatchObject([
      { analysis: { state: 'not_affected' }, affects: [{ ref: 'component-1' }, { ref: 'component-2' }] },
      { analysis: { state: 'exploitable', response: ['update'] }, affects: [{ ref: 'component-3' }] },
    ]);
  });

  it.each<[string, Partial<ExportedFinding>, object]>([
    [
      'a perimeter, which CycloneDX has a value for',
      { deciding: anExportedDecision({ justification: 'protected_at_perimeter' }) },
      { state: 'not_affected', justification: 'protected_at_perimeter' },
    ],
    ['an unconfirmed AI assessment', { deciding: anExportedDecision({ kind: 'ai' }) }, { state: 'in_triage' }],
    ['a deprioritized finding', { status: 'deprioritized' }, { state: 'exploitable' }],
    ['a finding without opinions', { status: 'relevant', deciding: null }, { state: 'in_triage' }],
    [
      'a false positive',
      { deciding: anExportedDecision({ state: 'false_positive', justification: null }) },
      { state: 'false_positive' },
    ],
  ])('writes %s', (_name, changes, analysis) => {
    expect(analysisOf(anExportedFinding(changes))).toMatchObject(analysis);
  });

  it.each<[string, Partial<ExportedFinding>]>([
    ['no purl, no version', { component: { name: 'x', version: '', purl: null, bomRef: 'x' } }],
    ['untrusted texts', { deciding: anExportedDecision({ detail: '\ud800\u0000', kind: 'vex', actor: ']' }) }],
    ['an alias twice', { aliases: ['GHSA-x', 'GHSA-x', 'CVE-2026-1001'] }],
  ])('writes a valid document with %s', (_name, changes) => {
    expect(write(anExportedFinding(changes))['vulnerabilities']).toHaveLength(1);
  });

  it('writes a valid document without findings', () => {
    expect(write()).toMatchObject({ components: [], vulnerabilities: [] });
  });
});
