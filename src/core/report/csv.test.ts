import { describe, expect, it } from 'vitest';
import { aFinding, anId, aReason, aStandingDecision } from '../../../test/support/wire-answers.ts';
import { CSV_HEAD, toCsvLine, AUDIT_CSV_HEAD, toAuditCsvLine } from './csv.ts';

const PLACE = { service: { id: anId(1), name: 'shop' }, version: { id: anId(2), name: '1.0' } };

function cellsOf(line: string): Record<string, string> {
  const names = CSV_HEAD.trimEnd().split(',');
  // No cell of these findings contains a comma.
  return Object.fromEntries(
    line
      .slice(0, -2)
      .split(',')
      .map((cell, n) => [names[n] ?? '', cell]),
  );
}

function lineOf(name: string): string {
  return toCsvLine({ ...aFinding(1, { component: { name } }), ...PLACE });
}

describe('toCsvLine', () => {
  it('has a cell for every column of the header', () => {
    expect(cellsOf(lineOf('left-pad'))).toMatchObject({
      service: '"shop"',
      version: '"1.0"',
      vulnerability: '"CVE-2026-1001"',
      severity: '"high"',
      band: '"P2"',
      risk: '40',
      package: '"left-pad"',
      purl: '',
      kev: 'false',
      epss: '',
      fixedIn: '"1.2.4"',
      id: `"${anId(1_001)}"`,
    });
  });

  it('writes the decision, the suggestion and the due date', () => {
    const rule = { inKev: true, exposed: true, automatable: true, technicalImpact: 'total' as const };
    const deadline = { dueAt: '2026-12-01T00:00:00.000Z', days: 3, forensics: true, rule, derived: [] };
    const finding = aFinding(1, {
      relevance: { status: 'deprioritized', label: 'accepted', suggestion: aReason({ text: 'Not needed.' }) },
      decision: aStandingDecision(),
      priority: { deadline },
    });
    const over = { ...finding, decision: aStandingDecision({ applies: false }) };

    expect(cellsOf(toCsvLine({ ...finding, ...PLACE }))).toMatchObject({
      relevance: '"deprioritized"',
      label: '"accepted"',
      suggestion: '"Not needed."',
      decided: '"exploitable"',
      decidedBy: '"Ada"',
      dueAt: '"2026-12-01T00:00:00.000Z"',
    });
    expect(cellsOf(toCsvLine({ ...over, ...PLACE }))).toMatchObject({ decided: '', decidedBy: '' });
  });

  it.each([
    ['=HYPERLINK("http://x")', `"'=HYPERLINK(""http://x"")"`],
    ['+1', `"'+1"`],
    ['-1', `"'-1"`],
    ['@x', `"'@x"`],
    ['\t=1', `"'\t=1"`],
    ['\r=1', `"'\r=1"`],
    ['\n=1', `"'\n=1"`],
    ['\uff1d1', `"'\uff1d1"`],
    ['a"b', '"a""b"'],
    ['two\r\nlines', '"two\r\nlines"'],
    ['a=1', '"a=1"'],
  ])('escapes %j', (name, cell) => {
    expect(lineOf(name)).toContain(`,${cell},`);
  });
});

describe('toAuditCsvLine', () => {
  it('has a column for every field, and escapes formulas', () => {
    const line = toAuditCsvLine({
      id: '1',
      at: '2026-11-15T10:00:00.000Z',
      actor: { kind: 'token', id: 't', name: '=cmd()' },
      action: 'service.renamed',
      subject: { kind: 'service', id: 's' },
      before: { name: 'a "b"' },
      after: null,
      requestId: null,
    });

    expect(AUDIT_CSV_HEAD).toBe(
      'at,actorKind,actor,actorId,action,subjectKind,subjectId,before,after,requestId,id\r\n',
    );
    expect(line).toBe(
      `"2026-11-15T10:00:00.000Z","token","'=cmd()","t","service.renamed","service","s","{""name"":""a \\""b\\""""}",,,"1"\r\n`,
    );
  });
});
