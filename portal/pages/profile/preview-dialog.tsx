/** Lists every finding that saving the profile would change. */
import { useQuery } from '@tanstack/react-query';
import type { WireImpactPreview } from '../../../src/api/contract/services/profile.ts';
import { Dialog } from '../../parts/dialogs/dialog.tsx';
import { UntrustedText } from '../../parts/values/untrusted-text.tsx';
import { LoadingOrProblem } from '../../parts/feedback/loading.tsx';
import { ScrollingTable } from '../../parts/layout/table-region.tsx';
import { previewProfile, type ProfileAddress, type ProfileInput } from './profile-queries.ts';
import { countOf, formatCount } from '../../text/format/counts.ts';
import { describeImpact } from '../../text/profile/profile-values.ts';
import { RELEVANCE_LABELS } from '../../text/findings/filter-text.ts';
import cardStyles from '../../parts/layout/card-table.module.css';
import styles from './profile.module.css';

const ROWS_SHOWN = 200;

interface PreviewDialogProps {
  readonly address: ProfileAddress;
  readonly input: ProfileInput;
  readonly onClose: () => void;
}

export function PreviewDialog({ address, input, onClose }: PreviewDialogProps) {
  const { data, error } = useQuery({
    queryKey: ['profile-preview', address, input],
    queryFn: async () => await previewProfile(address, input),
    gcTime: 0,
    retry: false,
  });
  return (
    <Dialog title="Preview changes" onClose={onClose}>
      <LoadingOrProblem data={data} error={error} rows={4} />
      {data !== undefined && <Preview preview={data} />}
    </Dialog>
  );
}

function Preview({ preview: { version, findings, counts, changed } }: { readonly preview: WireImpactPreview }) {
  if (version === null) return <p>No impact: the service has no versions yet.</p>;
  return (
    <>
      <p>
        {countOf(findings, 'finding')} in <UntrustedText text={version.name} charactersMax={60} />. Saving{' '}
        {describeImpact(counts)}.
      </p>
      {changed.length > 0 && (
        <ScrollingTable
          label="Changed findings"
          className={`${styles.table} ${cardStyles.lines}`}
          columns={['Vulnerability', 'Package', 'Current', 'New']}
        >
          {changed.slice(0, ROWS_SHOWN).map((each) => (
            <tr key={`${each.vulnerability} ${each.componentId}`}>
              <td>
                <UntrustedText text={each.vulnerability} charactersMax={40} />
              </td>
              <td>
                <UntrustedText text={each.package} charactersMax={60} />
              </td>
              <td data-label="Current">{toStatusText(each.from)}</td>
              <td data-label="New">{toStatusText(each.to)}</td>
            </tr>
          ))}
        </ScrollingTable>
      )}
      {changed.length > ROWS_SHOWN && (
        <p className={styles.muted}>And {formatCount(changed.length - ROWS_SHOWN)} more.</p>
      )}
    </>
  );
}

function toStatusText({ status, band }: WireImpactPreview['changed'][number]['from']): string {
  return `${RELEVANCE_LABELS[status] ?? status}, ${band}`;
}
