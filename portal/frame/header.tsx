/** Header bar: organization, search, state of the advisory data, color scheme, and the signed-in user. */
import { useQuery } from '@tanstack/react-query';
import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { IconMoon, IconSun } from '@tabler/icons-react';
import { PathLink } from '../parts/navigation/path-link.tsx';
import type { WireMe } from '../../src/api/contract/organization/person.ts';
import { readiness } from '../queries/organization/readiness.ts';
import styles from './header.module.css';
import { OrganizationSwitcher } from './organization-switcher.tsx';
import { SearchEverything } from './search-everything.tsx';
import { UserMenu } from './user-menu.tsx';

export interface HeaderProps {
  /** Undefined on pages that need no sign-in. */
  readonly me?: WireMe | undefined;
  readonly onHelp?: () => void;
}

export function Header({ me, onHelp }: HeaderProps) {
  return (
    <header className={styles.header}>
      <PathLink path="/" className={styles.name}>
        Assay
      </PathLink>
      {me !== undefined && <OrganizationSwitcher me={me} />}
      <div className={styles.middle}>{onHelp !== undefined && <SearchEverything />}</div>
      {onHelp !== undefined && <DataStatus />}
      <ColorSchemeButton />
      {me !== undefined && onHelp !== undefined && <UserMenu me={me} onHelp={onHelp} />}
    </header>
  );
}

const DATA_LABELS: Readonly<Record<string, string>> = {
  none: 'No advisory data',
  starter: 'Starter data only',
  syncing: 'Syncing advisories',
  stale: 'Advisories outdated',
};

/** Renders nothing while the data is ready. */
function DataStatus() {
  const state = useQuery(readiness()).data?.advisories.state;
  if (state === undefined || state === 'ready') return null;
  return (
    <PathLink
      path="/settings/sources"
      className={state === 'syncing' ? styles.status : `${styles.status} ${styles.doubtful}`}
    >
      {DATA_LABELS[state] ?? state}
    </PathLink>
  );
}

function ColorSchemeButton() {
  const { setColorScheme } = useMantineColorScheme();
  const other = useComputedColorScheme('light') === 'dark' ? 'light' : 'dark';
  const Icon = other === 'dark' ? IconMoon : IconSun;
  const label = `Switch to ${other} mode`;
  return (
    <button
      type="button"
      className={styles.button}
      aria-label={label}
      title={label}
      onClick={() => setColorScheme(other)}
    >
      <Icon size={18} stroke={1.6} aria-hidden />
    </button>
  );
}
