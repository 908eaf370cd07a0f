import { describe, expect, it } from 'vitest';
import { AUDIT_CSV_HEAD, toAuditCsvLine } from './audit-csv.ts';

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
