/** One finding, opened beside the list. It has a link of its own, and the ones before and after it are a key away. */
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { isStatus } from '../../api-client.ts';
import { useShortcut } from '../../keyboard/use-shortcut.ts';
import { CopyButton } from '../../parts/copy-button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { HostileText } from '../../parts/hostile-text.tsx';
import { Loading } from '../../parts/loading.tsx';
import { Notice } from '../../parts/notice.tsx';
import { Problem } from '../../parts/problem.tsx';
import { findingDetails } from '../../queries/finding.ts';
import { FindingSections } from './finding-sections.tsx';
import styles from './finding-drawer.module.css';
import type { FindingRows } from './use-finding-pages.ts';

export function FindingDrawer({ id, rows }: { readonly id: string; readonly rows: FindingRows }) {
  const navigate = useNavigate();
  const { data, error } = useQuery(findingDetails(id));
  const at = rows.indexOf(id);
  const listed = at === undefined ? undefined : rows.rowAt(at);
  const show = (finding: string | undefined, replace: boolean): void =>
    void navigate({ to: '.', search: (view) => ({ ...view, finding }), replace, resetScroll: false });
  const step = (by: number): (() => void) | undefined => {
    const other = at === undefined ? undefined : rows.rowAt(at + by)?.id;
    return other === undefined ? undefined : () => show(other, true);
  };
  const [next, before] = [step(1), step(-1)];
  useShortcut({ keys: 'j', label: 'Next finding', group: 'In a finding', isInDialog: true, run: () => next?.() });
  useShortcut({ keys: 'k', label: 'Finding before', group: 'In a finding', isInDialog: true, run: () => before?.() });
  const finding = data ?? listed;
  const tools = (
    <>
      <CopyButton text={`${window.location.origin}/findings/${id}`} label="Copy a link to this finding" />
      <StepButton label="Finding before" Icon={IconChevronUp} onClick={before} />
      <StepButton label="Next finding" Icon={IconChevronDown} onClick={next} />
    </>
  );
  return (
    <Dialog
      kind="drawer"
      title={finding === undefined ? 'Finding' : <HostileText text={finding.vulnerability.id} charactersMax={64} />}
      tools={tools}
      onClose={() => show(undefined, false)}
    >
      {isStatus(error, 404) && <Notice kind="neutral">There is no such finding, or you cannot see it.</Notice>}
      {error !== null && !isStatus(error, 404) && <Problem error={error} />}
      {finding === undefined && error === null && <Loading rows={6} />}
      {finding !== undefined && <FindingSections key={finding.id} finding={finding} details={data} />}
    </Dialog>
  );
}

interface StepButtonProps {
  readonly label: string;
  readonly Icon: typeof IconChevronUp;
  readonly onClick: (() => void) | undefined;
}

function StepButton({ label, Icon, onClick }: StepButtonProps) {
  return (
    <button
      type="button"
      className={styles.step}
      aria-label={label}
      title={label}
      aria-disabled={onClick === undefined || undefined}
      onClick={onClick}
    >
      <Icon size={18} stroke={1.6} aria-hidden />
    </button>
  );
}
