/** Vulnerabilities, each once: priority, and number of affected services, versions and findings. Numbers are links. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { WireFoundVulnerability } from '../../../src/api/contract/findings/finding.ts';
import { Age } from '../../parts/values/age.tsx';
import { UntrustedText } from '../../parts/values/untrusted-text.tsx';
import { Loading } from '../../parts/feedback/loading.tsx';
import { Pager } from '../../parts/navigation/pager.tsx';
import { Problem } from '../../parts/feedback/problem.tsx';
import { SeverityChip } from '../../parts/severity/severity-chip.tsx';
import { ScrollingTable } from '../../parts/layout/table-region.tsx';
import { ViewLink } from '../../parts/navigation/view-link.tsx';
import { foundVulnerabilities, VULNERABILITIES_PER_PAGE } from '../../queries/findings/organization-findings.ts';
import type { VulnerabilitiesView } from '../../search-params/page-views.ts';
import { countOf, formatCount } from '../../text/format/counts.ts';
import { splitComponentName } from '../../text/findings/component-name.ts';
import { describeVulnerabilityCounts } from '../../text/findings/finding-text.ts';
import { toVisibleText } from '../../text/untrusted/visible-text.ts';
import cardStyles from '../../parts/layout/card-table.module.css';
import styles from './vulnerabilities.module.css';

export function FoundVulnerabilities({ view }: { readonly view: VulnerabilitiesView }) {
  const { data, error } = useQuery(foundVulnerabilities(view));
  if (error !== null) return <Problem error={error} />;
  if (data === undefined) return <Loading rows={8} />;
  if (data.items.length === 0) return null;
  return (
    <>
      <ScrollingTable
        label="Vulnerabilities"
        className={`${styles.found} ${cardStyles.cards}`}
        columns={[
          'Priority',
          'Severity',
          'Vulnerability',
          'Packages',
          'Fix',
          'Services',
          'Versions',
          'Findings',
          'First seen',
        ]}
      >
        {data.items.map((found) => (
          <FoundRow key={found.vulnerability.id} found={found} view={view} />
        ))}
      </ScrollingTable>
      <div className={styles.foot}>
        <Pager
          offset={view.offset ?? 0}
          limit={VULNERABILITIES_PER_PAGE}
          total={data.total}
          noun="vulnerability"
          nouns="vulnerabilities"
        />
        {data.hasMore && <p className={styles.count}>Based on the 10,000 most urgent findings.</p>}
      </div>
    </>
  );
}

function FoundRow({ found, view }: { readonly found: WireFoundVulnerability; readonly view: VulnerabilitiesView }) {
  const { vulnerability, priority, packages, packageCount, services, versions, moreVersions, findings } = found;
  const least = moreVersions ? 'more than ' : '';
  const { id, title, severity, kev } = vulnerability;
  const { fix, more } = describeVulnerabilityCounts(found);
  return (
    <tr>
      <td>
        {priority.band}
        {kev !== null && <span className={styles.under}>Known exploited</span>}
      </td>
      <td>
        <SeverityChip severity={severity} />
      </td>
      <td>
        <Link to="/vulnerabilities/$id" params={{ id }}>
          <UntrustedText text={id} charactersMax={32} />
        </Link>
        <span className={styles.title} title={toVisibleText(title)}>
          <UntrustedText text={title} charactersMax={400} />
        </span>
      </td>
      <td>
        <span title={toVisibleText(packages.join(', '))}>
          <UntrustedText
            text={packages.map((each) => splitComponentName(each).artifact).join(', ')}
            charactersMax={96}
          />
        </span>
        {packageCount > packages.length && <span className={styles.under}>{more}</span>}
      </td>
      <td data-label="Fix">{fix}</td>
      <td className={styles.number} data-label="Services">
        <Link to="/vulnerabilities/$id" params={{ id }} aria-label={`${countOf(services, 'service')} with ${id}`}>
          {formatCount(services)}
        </Link>
      </td>
      <td className={styles.number} data-label="Versions">
        <Link
          to="/vulnerabilities/$id"
          params={{ id }}
          aria-label={`${least}${countOf(versions, 'version')} with ${id}`}
        >
          {least}
          {formatCount(versions)}
        </Link>
      </td>
      <td className={styles.number} data-label="Findings">
        <ViewLink
          view={{ ...view, group: 'none', cve: id, offset: undefined }}
          aria-label={`${countOf(findings, 'finding')} of ${id}`}
        >
          {formatCount(findings)}
        </ViewLink>
      </td>
      <td>
        <Age instant={found.firstSeenAt} />
      </td>
    </tr>
  );
}
