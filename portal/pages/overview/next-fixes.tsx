/** The packages to upgrade next over all services. The number of findings is that of the linked list. */
import type { WireOverview } from '../../../src/api/contract/history/overview.ts';
import { PathLink } from '../../parts/navigation/path-link.tsx';
import { UntrustedText } from '../../parts/values/untrusted-text.tsx';
import { namePackages, PACKAGES_NAMED_MAX } from '../../text/findings/fix-text.ts';
import { countOf, formatCount } from '../../text/format/counts.ts';
import styles from './overview.module.css';

type Fix = WireOverview['fixes'][number];

export function NextFixes({ fixes }: Pick<WireOverview, 'fixes'>) {
  return (
    <section aria-labelledby="next" className={styles.section}>
      <div className={styles.head}>
        <h2 id="next">What to fix next</h2>
        <PathLink path="/vulnerabilities?group=fix">All with a fix</PathLink>
      </div>
      {fixes.length === 0 ? (
        <p className={styles.muted}>No open findings have a fix.</p>
      ) : (
        <ol className={styles.fixes}>
          {fixes.map((fix) => (
            <FixRow key={fix.packages[0]?.name} fix={fix} />
          ))}
        </ol>
      )}
    </section>
  );
}

function FixRow({ fix: { packages, versions, services, critical, high, exploited } }: { readonly fix: Fix }) {
  return (
    <li>
      <span className={styles.fix}>
        <b>
          Upgrade <UntrustedText text={namePackages(packages.map(({ name }) => name))} charactersMax={64} />
        </b>
        {versions.length > 0 && (
          <>
            {' to '}
            <UntrustedText text={versions.join(' or ')} charactersMax={64} />
          </>
        )}
      </span>
      <span className={styles.facts}>
        <span>{countOf(services, 'service')}</span>
        {exploited > 0 && <b className={styles.exploited}>{formatCount(exploited)} exploited</b>}
        {critical > 0 && <b>{formatCount(critical)} critical</b>}
        {high > 0 && <span>{formatCount(high)} high</span>}
        {packages.slice(0, PACKAGES_NAMED_MAX).map(({ name, findings }) => (
          <PathLink key={name} path={toList(name)}>
            {countOf(findings, 'finding')}
            {packages.length > 1 && (
              <>
                {' in '}
                <UntrustedText text={name} charactersMax={24} />
              </>
            )}
          </PathLink>
        ))}
        {packages.length > PACKAGES_NAMED_MAX && (
          <span>{countOf(sumOf(packages.slice(PACKAGES_NAMED_MAX)), 'finding')} in others</span>
        )}
      </span>
    </li>
  );
}

function toList(name: string): string {
  return `/vulnerabilities?${new URLSearchParams({ group: 'none', fixable: 'true', package: name }).toString()}`;
}

function sumOf(packages: Fix['packages']): number {
  return packages.reduce((sum, { findings }) => sum + findings, 0);
}
