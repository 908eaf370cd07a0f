/** Exporting findings and importing them into an empty organization preserves their meaning, except for the documented cases. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aVexSubject, DOCUMENT_FACTS, RECEIVED } from '../../../test/support/vex.ts';
import { type ExportedDecision, type ExportedFinding, toClaim } from './writing/exported-finding.ts';
import { indexStatements } from './matching/index-statements.ts';
import { parseVex } from './parsing/parse-vex.ts';
import { toVexOpinion, type VexOpinion } from './to-opinion.ts';
import { STATE_OF_STATUS, STATUS_OF_STATE } from './vex-mapping.ts';
import { writeCycloneDxVex } from './writing/write-cyclonedx-vex.ts';
import { writeOpenVex } from './writing/write-openvex.ts';
import { VEX_JUSTIFICATIONS, VEX_RESPONSES, VEX_STATES } from '../vocabulary/vex.ts';

const deciding: fc.Arbitrary<ExportedDecision> = fc.record({
  kind: fc.constantFrom('human', 'vex', 'rule', 'ai'),
  actor: fc.string(),
  state: fc.option(fc.constantFrom(...VEX_STATES), { nil: null }),
  justification: fc.option(fc.constantFrom(...VEX_JUSTIFICATIONS), { nil: null }),
  response: fc.subarray([...VEX_RESPONSES]),
  detail: fc.option(fc.string(), { nil: null }),
  confirmed: fc.boolean(),
  builtIn: fc.boolean(),
});

const PURLS = [
  'pkg:npm/%40acme/left-pad@1.2.3',
  'pkg:deb/debian/openssl@1%3A3.0-1?arch=amd64&distro=debian-12',
  'pkg:pypi/Django@4',
  'pkg:golang/github.com/acme/x@v1.0.0#cmd/y',
  'pkg:maven/org.acme/a@1?type=jar',
];

/** One per component: two decisions about one finding would be a conflict. */
const findings: fc.Arbitrary<readonly ExportedFinding[]> = fc.tuple(
  ...PURLS.map((purl, i) =>
    fc.record({
      id: fc.constantFrom('CVE-2026-1001', 'GHSA-aaaa-bbbb-cccc'),
      aliases: fc.constantFrom([], ['OSV-2026-1']),
      component: fc.constant({ name: `name-${i}`, version: '1', purl, bomRef: null }),
      images: fc.subarray(['ghcr.io/acme/shop:1.4', `acme/web@sha256:${'ab'.repeat(32)}`]),
      status: fc.constantFrom('relevant', 'deprioritized', 'not_relevant'),
      deciding: fc.option(deciding, { nil: null }),
      at: fc.constant('2026-11-01T00:00:00.000Z'),
    }),
  ),
);

/** Returns the opinions on one finding in a new organization that trusts the author of the document. */
function importAgain(text: string, { id, component, images }: ExportedFinding): readonly VexOpinion[] {
  const { statements, warnings } = parseVex(JSON.parse(text), RECEIVED);
  expect(warnings.filter(({ code }) => code !== 'superseded')).toEqual([]);
  const subject = aVexSubject({
    ids: [id.toUpperCase()],
    component: { purls: [component.purl ?? ''], version: null },
    images: images.map((reference) => ({ reference, digest: null, purls: [] })),
  });
  const found = indexStatements(statements).find(subject);
  return found.map((statement, i) => toVexOpinion(statement, { trust: 'organization', statementId: String(i) }));
}

/** Deprioritized and unconfirmed findings are imported as relevant; the others keep their status. */
function isDismissedAgain({ status, deciding: word }: ExportedFinding): boolean {
  if (status !== 'not_relevant' || word === null || (word.kind === 'ai' && word.confirmed !== true)) return false;
  return word.state !== null && word.state !== 'exploitable' && word.state !== 'in_triage';
}

const SWITCHED_OFF = new Set(['protected_at_runtime', 'protected_at_perimeter', 'protected_by_mitigating_control']);

/** OpenVEX has no term for a protection that can be switched off. */
function isProtected({ deciding: word }: ExportedFinding): boolean {
  if (word?.state !== 'not_affected' || !SWITCHED_OFF.has(word.justification ?? '')) return false;
  return word.justification !== 'protected_at_runtime' || word.builtIn !== true;
}

describe('export and import of a VEX document', () => {
  it('preserves the meaning in CycloneDX', () => {
    fc.assert(
      fc.property(findings, (exported) => {
        const text = writeCycloneDxVex(DOCUMENT_FACTS, exported);

        for (const finding of exported) {
          const claim = toClaim(finding);
          const [opinion, ...others] = importAgain(text, finding);
          expect(others).toEqual([]);
          expect(opinion).toMatchObject({ state: claim.state, justification: claim.justification, author: 'Acme' });
          expect(opinion?.response.toSorted()).toEqual(claim.response.toSorted());
          expect(opinion?.effect === 'dismiss').toBe(isDismissedAgain(finding));
        }
      }),
    );
  });

  it('preserves the meaning in OpenVEX, as far as it has terms for it', () => {
    fc.assert(
      fc.property(findings, (exported) => {
        const text = [...writeOpenVex(DOCUMENT_FACTS, exported)].join('');

        for (const finding of exported) {
          const claim = toClaim(finding);
          const isTold = !(claim.state === 'not_affected' && isProtected(finding));
          const state = isTold ? STATE_OF_STATUS[STATUS_OF_STATE[claim.state]] : 'exploitable';
          const opinions = importAgain(text, finding);
          expect(opinions.length).toBe(1 + finding.images.length);
          for (const opinion of opinions) {
            expect(opinion.state).toBe(state);
            expect(opinion.effect === 'dismiss').toBe(isTold && isDismissedAgain(finding));
          }
        }
      }),
    );
  });
});
