/** Role selection with a native select, because there is one in every row. */
import { ROLES } from '../../../../src/core/vocabulary/access.ts';
import type { Role } from '../../../queries/account/me.ts';
import { ROLE_LABELS } from '../../../session/session.ts';
import styles from './role-select.module.css';

export interface RoleSelectProps {
  readonly label: string;
  readonly role: Role;
  readonly onRole: (role: Role) => void;
  /** Why it cannot be changed. */
  readonly whyNot?: string | undefined;
  /** Only owners can grant the owner role. */
  readonly isOwner: boolean;
}

export function RoleSelect({ label, role, onRole, whyNot, isOwner }: RoleSelectProps) {
  return (
    <select
      className={styles.select}
      aria-label={label}
      value={role}
      disabled={whyNot !== undefined}
      title={whyNot}
      onChange={(event) => onRole(event.currentTarget.value as Role)}
    >
      {ROLES.filter((each) => isOwner || each !== 'owner' || each === role).map((each) => (
        <option key={each} value={each}>
          {ROLE_LABELS[each]}
        </option>
      ))}
    </select>
  );
}
