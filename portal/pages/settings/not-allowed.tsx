/** In place of a list that needs permission: says which roles can see it. */
import { Notice } from '../../parts/feedback/notice.tsx';
import type { Permission } from '../../session/session.ts';

export function NotAllowed({ permission, what }: { readonly permission: Permission; readonly what: string }) {
  return (
    <Notice kind="neutral">
      {what} are not visible to you. {permission.reason}
    </Notice>
  );
}
