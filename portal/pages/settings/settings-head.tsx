/** Head of every settings page, with links to the others. */
import { useRouterState } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { PageHead } from '../../parts/layout/page-head.tsx';
import type { TableColumn } from '../../parts/layout/table-region.tsx';
import { PathLink } from '../../parts/navigation/path-link.tsx';
import { Tabs } from '../../parts/navigation/tabs.tsx';
import { Notice } from '../../parts/feedback/notice.tsx';
import type { Permission } from '../../session/session.ts';
import { SETTINGS_PAGES } from '../../text/settings-pages.ts';
import styles from './settings.module.css';

interface SettingsHeadProps {
  readonly title: string;
  readonly children: ReactNode;
  readonly actions?: ReactNode;
}

/** `children` is a sentence about the purpose of the page. */
export function SettingsHead({ title, children, actions }: SettingsHeadProps) {
  const pathname = useRouterState({ select: ({ location }) => location.pathname });
  return (
    <>
      <PageHead title={`${title}, settings`} trail={<li>Settings</li>} actions={actions}>
        {title}
      </PageHead>
      <Tabs label="Settings" open={pathname}>
        {SETTINGS_PAGES.map(({ path, name }) => (
          <li key={path}>
            <PathLink path={path} aria-current={pathname === path ? 'page' : undefined}>
              {name}
            </PathLink>
          </li>
        ))}
      </Tabs>
      <p className={styles.lead}>{children}</p>
    </>
  );
}

/** TableColumn of the buttons of each row. */
export const ACTIONS_COLUMN: TableColumn = { name: <span className={styles.muted}>Actions</span> };

/** In place of a list that needs permission: says which roles can see it. */
export function NotAllowed({ permission, what }: { readonly permission: Permission; readonly what: string }) {
  return (
    <Notice kind="neutral">
      {what} are not visible to you. {permission.reason}
    </Notice>
  );
}
