import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { readOfficialSchema } from '../../../../test/support/real-data.ts';
import { anExportedDecision, anExportedFinding, DOCUMENT_FACTS } from '../../../../test/support/vex.ts';
import { JSON_FORMATS } from '../../../threads/schema/bounded-ajv.ts';
import type { ExportedFinding } from './exported-finding.ts';
import { writeOpenVex } from './write-openvex.ts';

// Without the official schema, documents are compared but not validated.
const schema = readOfficialSchema('vex/openvex.schema.json');
const ajv = new Ajv2020({
  strict: false,
  allErrors: true,
  formats: { ...JSON_FORMATS, iri: /^[a-z][a-z0-9+.-]*:\S+$/ },
});
const validate = schema === undefined ? undefined : ajv.compile(schema);

function write(...findings: readonly ExportedFinding[]): Record<string, unknown> {
  const document = JSON.parse([...writeOpenVex(DOCUMENT_FACTS, findings)].join('')) as Record<string, unknown>;
  validate?.(document);
  expect(validate?.errors ?? []).toEqual([]);
  return document;
}

/** The claim without its target. */
function claimOf(finding: ExportedFinding): Record<string, unknown> {
  const [statement = {}] = write(finding)['statements'] as Record<string, unknown>[];
  const { vulnerability: _vulnerability, products: _products, timestamp: _timestamp, ...claim } = statement;
  return claim;
}

describe('writeOpenVex', () => {
  it('writes a statement about the service and each image', () => {
    expect(write(anExportedFinding())).toEqual({
      '@context': 'https://openvex.dev/ns/v0.2.0',
      '@id': DOCUMENT_FACTS.id,
      author: 'Acme',
      timestamp: '2026-11-15T12:00:00.000Z',
      version: 3,
      tooling: 'Assay 1.2.3',
      statements: [
        {
          vulnerability: { name: 'CVE-2026-1001', aliases: ['GHSA-aaaa-bbbb-cccc'] },
          timestamp: '2026-11-01T00:00:00.000Z',
          products: [
            { '@id': 'pkg:generic/shop@1.4.0', subcomponents: [{ '@id': 'pkg:npm/left-pad@1.2.3' }] },
            {
              '@id': 'pkg:oci/shop?repository_url=ghcr.io%2Facme%2Fshop&tag=1.4',
              subcomponents: [{ '@id': 'pkg:npm/left-pad@1.2.3' }],
            },
          ],
          status: 'not_affected',
          justification: 'vulnerable_code_not_in_execute_path',
          impact_statement: '[user] Never called.',
        },
      ],
    });
  });

  it.each<[string, Partial<ExportedFinding>, object]>([
    [
      'a rule is named with its version',
      {
        deciding: anExportedDecision({
          kind: 'rule',
          actor: 'R06 v1',
          justification: 'requires_environment',
          detail: 'Windows only.',
        }),
      },
      {
        status: 'not_affected',
        justification: 'vulnerable_code_cannot_be_controlled_by_adversary',
        impact_statement: '[rule R06 v1] Windows only. (requires_environment)',
      },
    ],
    [
      'a false positive',
      { deciding: anExportedDecision({ state: 'false_positive', justification: null }) },
      {
        status: 'not_affected',
        justification: 'vulnerable_code_not_present',
        impact_statement: '[user] Never called. (false_positive)',
      },
    ],
    [
      'no justification',
      { deciding: anExportedDecision({ justification: null }) },
      { status: 'not_affected', impact_statement: '[user] Never called.' },
    ],
    [
      'patched in place',
      { deciding: anExportedDecision({ state: 'resolved_with_pedigree', justification: null }) },
      { status: 'fixed', status_notes: '[user] Never called.' },
    ],
    [
      'an unconfirmed AI assessment',
      { deciding: anExportedDecision({ kind: 'ai', actor: 'm-1' }) },
      { status: 'under_investigation', status_notes: '[AI, not confirmed] Never called.' },
    ],
    [
      'a confirmed AI assessment',
      { deciding: anExportedDecision({ kind: 'ai', actor: 'm-1', confirmed: true }) },
      {
        status: 'not_affected',
        justification: 'vulnerable_code_not_in_execute_path',
        impact_statement: '[AI, confirmed by user] Never called.',
      },
    ],
    [
      'a perimeter, which can be removed',
      { deciding: anExportedDecision({ justification: 'protected_at_perimeter' }) },
      {
        status: 'affected',
        action_statement: 'Keep the protection enabled (protected_at_perimeter): [user] Never called.',
      },
    ],
    [
      'a policy of the operator',
      { deciding: anExportedDecision({ justification: 'protected_at_runtime' }) },
      {
        status: 'affected',
        action_statement: 'Keep the protection enabled (protected_at_runtime): [user] Never called.',
      },
    ],
    [
      'a protection that is built in',
      { deciding: anExportedDecision({ justification: 'protected_at_runtime', builtIn: true }) },
      {
        status: 'not_affected',
        justification: 'inline_mitigations_already_exist',
        impact_statement: '[user] Never called.',
      },
    ],
    [
      'the own word of a statement that was imported',
      {
        deciding: anExportedDecision({
          kind: 'vex',
          actor: 'Vendor [x]',
          justification: 'code_not_present',
          verbatim: { format: 'openvex', status: 'not_affected', justification: 'component_not_present' },
        }),
      },
      {
        status: 'not_affected',
        justification: 'component_not_present',
        impact_statement: '[VEX from Vendor  x] Never called.',
      },
    ],
    [
      'a deprioritized finding',
      { status: 'deprioritized', deciding: anExportedDecision({ state: 'in_triage', justification: null }) },
      {
        status: 'affected',
        status_notes: '[user] Never called.',
        action_statement: 'Upgrade to a version that is not affected, or remove the component.',
      },
    ],
    [
      'an accepted risk',
      {
        status: 'deprioritized',
        deciding: anExportedDecision({ state: 'exploitable', justification: null, response: ['will_not_fix'] }),
      },
      {
        status: 'affected',
        status_notes: '[user] Never called.',
        action_statement: 'It will not be fixed; the risk is accepted.',
      },
    ],
    [
      'a finding without opinions',
      { status: 'relevant', deciding: null },
      { status: 'under_investigation', status_notes: '[not assessed] No rule or decision applies.' },
    ],
    [
      'a dismissal that claims nothing',
      { deciding: anExportedDecision({ kind: 'rule', actor: 'R13 v1', state: null, justification: null }) },
      { status: 'under_investigation', status_notes: '[rule R13 v1] Never called.' },
    ],
    [
      'a state that contradicts the status',
      { status: 'relevant', deciding: anExportedDecision() },
      { status: 'under_investigation', status_notes: '[user] Never called.' },
    ],
  ])('writes %s', (_name, changes, claim) => {
    expect(claimOf(anExportedFinding(changes))).toEqual(claim);
  });

  it.each<[string, Partial<ExportedFinding>]>([
    ['no purl', { component: { name: 'a b/c', version: '', purl: null, bomRef: 'x' }, images: [] }],
    ['an odd image', { images: ['', 'UPPER/Case@sha256:AB', ':1', '\ud800'] }],
    ['an odd purl', { component: { name: 'x', version: '1', purl: 'PKG://npm/@types/node@18', bomRef: null } }],
    ['untrusted texts', { deciding: anExportedDecision({ detail: '\ud800\u0000', kind: 'vex', actor: '\u202e]' }) }],
    ['an alias twice', { aliases: ['GHSA-x', 'GHSA-x', 'CVE-2026-1001'] }],
  ])('writes a valid document with %s', (_name, changes) => {
    expect(write(anExportedFinding(changes))['statements']).toHaveLength(1);
  });

  it('writes each statement once, and the same bytes for the same input', () => {
    const findings = [anExportedFinding(), anExportedFinding(), anExportedFinding({ id: 'CVE-2026-2' })];

    expect(write(...findings)['statements']).toHaveLength(2);
    const text = [...writeOpenVex(DOCUMENT_FACTS, findings)].join('');

    expect(text).toBe([...writeOpenVex(DOCUMENT_FACTS, findings)].join(''));
    expect(text).toBe(`${JSON.stringify(JSON.parse(text), null, 2)}\n`);
  });

  it('is validated with a schema that rejects invalid documents', () => {
    const document = write(anExportedFinding({ status: 'deprioritized' }));
    const [statement = {}] = document['statements'] as Record<string, unknown>[];
    delete statement['action_statement'];

    expect(validate?.(document) ?? false).toBe(false);
  });

  it('rejects a document without findings, because OpenVEX requires a statement', () => {
    expect(() => writeOpenVex(DOCUMENT_FACTS, [])).toThrow(expect.objectContaining({ code: 'VEX_EMPTY' }));
  });
});
