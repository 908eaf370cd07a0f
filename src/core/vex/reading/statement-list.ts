/** The statements of a document as they are read; few texts may make many of them, and one that makes too many is refused. */
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
