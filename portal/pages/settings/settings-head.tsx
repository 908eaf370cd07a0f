/** Head of every settings page, with links to the others. */
import { useRouterState } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { PageHead } from '../../parts/layout/page-head.tsx';
import { PathLink } from '../../parts/navigation/path-link.tsx';
import { Tabs } from '../../parts/navigation/tabs.tsx';
import styles from './settings.module.css';

const PAGES = [
  ['organization', 'Organization'],
  ['tokens', 'Tokens'],
  ['members', 'Members'],
  ['sources', 'Sources'],
  ['webhooks', 'Webhooks'],
  ['ai', 'AI'],
  ['audit', 'Audit'],
] as const;

export interface SettingsHeadProps {
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
        {PAGES.map(([page, name]) => (
          <li key={page}>
            <PathLink path={`/settings/${page}`} aria-current={pathname === `/settings/${page}` ? 'page' : undefined}>
              {name}
            </PathLink>
          </li>
        ))}
      </Tabs>
      <p className={styles.lead}>{children}</p>
    </>
  );
}
