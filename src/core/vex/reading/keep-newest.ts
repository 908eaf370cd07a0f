/**
 * An OpenVEX document is a history: of the statements about one vulnerability, product and component, the newest counts, and of
 * equally old ones the last.
 */
import type { VexStatement } from '../vex-statement.ts';
import type { VexWarnings } from './vex-warnings.ts';

export function keepNewest(statements: readonly VexStatement[], warnings: VexWarnings): readonly VexStatement[] {
  const newest = new Map<string, VexStatement>();
  for (const statement of statements) {
    const key = keyOf(statement);
    const known = newest.get(key);
    if (known !== undefined && differ(known, statement)) warnings.add('superseded', '/statements');
    if (known === undefined || known.at <= statement.at) newest.set(key, statement);
  }
  return [...newest.values()];
}

function keyOf({ ids, target }: VexStatement): string {
  return JSON.stringify([ids[0], target.product, target.component]);
}

function differ(a: VexStatement, b: VexStatement): boolean {
  return a.state !== b.state || a.justification !== b.justification;
}
