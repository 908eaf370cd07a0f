/**
 * Bar chart of the findings that each version introduced (up) and resolved (down). Causes are shown by pattern and label, never
 * by color alone. Drawn without a chart library, so it appears with the page.
 */
import { Link, useNavigate } from '@tanstack/react-router';
import { UntrustedText } from '../parts/values/untrusted-text.tsx';
import { formatCount } from '../text/format/counts.ts';
import { cutMiddle, toVisibleText } from '../text/untrusted/visible-text.ts';
import { ChartFrame } from './chart-frame.tsx';
import { describeVersionChanges, type ChangePoint } from './change-points.ts';
import { Table } from '../parts/layout/table-region.tsx';
import styles from './change-bars.module.css';
import tableStyles from './charts.module.css';

interface ChangeBarsProps {
  readonly service: string;
  /** At least one. */
  readonly points: readonly ChangePoint[];
}

const LABELS_MAX = 10;
const LABEL_CHARACTERS_MAX = 12;

export function ChangeBars({ service, points }: ChangeBarsProps) {
  return (
    <ChartFrame
      sentence={describeVersionChanges(points)}
      table={<ChangeTable service={service} points={points} />}
      legend={<Legend points={points} />}
    >
      <Bars service={service} points={points} />
    </ChartFrame>
  );
}

function Bars({ service, points }: ChangeBarsProps) {
  const navigate = useNavigate();
  const up = Math.max(1, ...points.map(({ introduced }) => introduced));
  const down = Math.max(1, ...points.map(({ resolved }) => resolved));
  // Labels are thinned evenly; the last one is always shown.
  const step = Math.ceil(points.length / LABELS_MAX);
  const isLabeled = (index: number): boolean => (points.length - 1 - index) % step === 0;
  return (
    // The table has the same links for keyboard users.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <div
      className={styles.bars}
      onClick={({ target }) => {
        const head = target instanceof Element ? target.closest<HTMLElement>('[data-version]')?.dataset['version'] : '';
        if (head) void navigate({ to: '/services/$service/compare', params: { service }, search: { head } });
      }}
    >
      {points.map((point, index) => (
        <div key={point.key} className={styles.column} data-version={point.version} title={toTitle(point)}>
          <div className={styles.up} style={{ flexGrow: up }}>
            <span className={styles.number}>{point.introduced > 0 && formatCount(point.introduced)}</span>
            <Part className={styles.other} share={point.byOther / up} />
            <Part className={styles.advisory} share={point.byAdvisory / up} />
            <Part className={styles.code} share={(point.introduced - point.byAdvisory - point.byOther) / up} />
          </div>
          <div className={styles.down} style={{ flexGrow: down }}>
            <Part className={styles.resolved} share={point.resolved / down} />
            <span className={styles.number}>{point.resolved > 0 && formatCount(point.resolved)}</span>
          </div>
          <span className={styles.label}>
            {isLabeled(index) && cutMiddle(toVisibleText(point.version), LABEL_CHARACTERS_MAX)}
          </span>
        </div>
      ))}
    </div>
  );
}

function Part({ className, share }: { readonly className: string | undefined; readonly share: number }) {
  if (share <= 0) return null;
  return <div className={className} style={{ height: `${share * 100}%` }} />;
}

function toTitle({ version, introduced, byAdvisory, resolved }: ChangePoint): string {
  const advisoryPart = byAdvisory === 0 ? '' : ` (${formatCount(byAdvisory)} by advisories)`;
  return `${toVisibleText(version)}: ${formatCount(introduced)} introduced${advisoryPart}, ${formatCount(resolved)} fixed`;
}

const CAUSES = [
  { name: 'Introduced by the version', style: 'code', isShown: () => true },
  {
    name: 'Introduced by an advisory',
    style: 'advisory',
    isShown: ({ byAdvisory }: ChangePoint) => byAdvisory > 0,
  },
  { name: 'Introduced by another cause', style: 'other', isShown: ({ byOther }: ChangePoint) => byOther > 0 },
  { name: 'Fixed', style: 'resolved', isShown: () => true },
] as const;

function Legend({ points }: { readonly points: readonly ChangePoint[] }) {
  return (
    <ul className={tableStyles.legend} aria-label="Legend">
      {CAUSES.filter(({ isShown }) => points.some(isShown)).map(({ name, style }) => (
        <li key={style}>
          <span className={`${styles.swatch} ${styles[style]}`} aria-hidden />
          {name}
        </li>
      ))}
    </ul>
  );
}

/** Newest first, as in every list. */
function ChangeTable({ service, points }: ChangeBarsProps) {
  return (
    <Table className={tableStyles.table} columns={['Version', 'Introduced', 'By advisories', 'Fixed']}>
      {points.toReversed().map(({ key, version, introduced, byAdvisory, resolved }) => (
        <tr key={key}>
          <td>
            <Link to="/services/$service/compare" params={{ service }} search={{ head: version }}>
              <UntrustedText text={version} charactersMax={40} />
            </Link>
          </td>
          <td>{formatCount(introduced)}</td>
          <td>{formatCount(byAdvisory)}</td>
          <td>{formatCount(resolved)}</td>
        </tr>
      ))}
    </Table>
  );
}
