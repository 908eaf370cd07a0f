/** Display names: no two members of an organization may have names that can be confused. */
import { toNameKey } from '../../core/naming/person-name.ts';
import type { ReferenceTx } from '../../store/database.ts';
import { lockMemberNames } from '../../store/people/members.ts';
import { DISPLAY_NAME_TAKEN } from '../errors.ts';

export interface NameHolder {
  readonly personId: string;
  readonly name: string;
  /** All organizations that the person belongs to or is about to join. */
  readonly orgIds: readonly string[];
}

/** Call this in the transaction that assigns the name or the membership. */
export async function isNameFree(tx: ReferenceTx, { personId, name, orgIds }: NameHolder): Promise<boolean> {
  const key = toNameKey(name);
  const others = await lockMemberNames(tx, { key, orgIds });
  return others.every((other) => other.personId === personId || toNameKey(other.name) !== key);
}

export async function requireFreeName(tx: ReferenceTx, holder: NameHolder): Promise<void> {
  if (!(await isNameFree(tx, holder))) throw DISPLAY_NAME_TAKEN({ name: holder.name });
}
