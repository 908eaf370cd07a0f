/**
 * Collects the statements of a document while it is parsed. Few texts may expand to many statements, so the limit is checked for
 * each.
 */
import { LIMITS } from '../../limits.ts';
import { VEX_TOO_LARGE } from '../errors.ts';
import type { VexStatement } from '../vex-statement.ts';

export class StatementList {
  private readonly statements: VexStatement[] = [];

  add(statement: VexStatement): void {
    if (this.statements.length === LIMITS.vexStatementsMax) throw VEX_TOO_LARGE({ max: LIMITS.vexStatementsMax });
    this.statements.push(statement);
  }

  toList(): readonly VexStatement[] {
    return this.statements;
  }
}
