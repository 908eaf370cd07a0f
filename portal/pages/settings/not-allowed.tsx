/** A list that not everybody may see: the page is there, and says who can. */
import { Notice } from '../../parts/notice.tsx';
import type { Permission } from '../../session.ts';

export function NotAllowed({ permission, what }: { readonly permission: Permission; readonly what: string }) {
  return (
    <Notice kind="neutral">
      {what} are not shown to you. {permission.reason}
    </Notice>
  );
}
