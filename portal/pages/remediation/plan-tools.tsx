/** What is asked of the plan: near or new versions, how far at most, for which image. All of it is in the URL. */
import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { CopyButton } from '../../parts/copy-button.tsx';
import { planText, type PlanWishes } from '../../queries/remediation.ts';
import { sbomList } from '../../queries/sboms.ts';
import type { VersionAddress } from '../../queries/versions.ts';
import { cutMiddle, toVisibleText } from '../../wording/visible-text.ts';
import styles from './remediation.module.css';

export interface PlanToolsProps {
  readonly address: VersionAddress;
  readonly wishes: PlanWishes;
  /** Undefined: not known yet; its place is kept. */
  readonly canCopy: boolean | undefined;
}

const STRATEGY_OPTIONS = [
  { value: '', label: 'The nearest that ends it' },
  { value: 'highest', label: 'The newest that ends it' },
];

const DISTANCE_OPTIONS = [
  { value: '', label: 'As far as needed' },
  { value: 'patch', label: 'Patch releases only' },
  { value: 'minor', label: 'Up to minor releases' },
  { value: 'major', label: 'Up to major releases' },
];

export function PlanTools({ address, wishes, canCopy }: PlanToolsProps) {
  const navigate = useNavigate();
  const sboms = useQuery(sbomList(address, false)).data?.items ?? [];
  const images = [...new Set(sboms.flatMap(({ image }) => image ?? []))];
  const ask = (change: Readonly<Record<string, string | undefined>>): void =>
    void navigate({
      to: '.',
      // Another plan has other steps.
      search: (view) => ({ ...view, ...change, stop: undefined, action: undefined }),
      resetScroll: false,
    });
  return (
    <div className={styles.tools}>
      <NativeSelect
        size="sm"
        label="Version to move to"
        value={wishes.strategy ?? ''}
        data={STRATEGY_OPTIONS}
        onChange={(event) => ask({ strategy: event.currentTarget.value || undefined })}
      />
      <NativeSelect
        size="sm"
        label="How far"
        value={wishes.maxDistance ?? ''}
        data={DISTANCE_OPTIONS}
        onChange={(event) => ask({ maxDistance: event.currentTarget.value || undefined })}
      />
      {(images.length > 1 || wishes.image !== undefined) && (
        <NativeSelect
          size="sm"
          label="Image"
          value={wishes.image ?? ''}
          data={[{ value: '', label: 'All images' }, ...toOptions(images, wishes.image)]}
          onChange={(event) => ask({ image: event.currentTarget.value || undefined })}
        />
      )}
      {canCopy !== false && (
        <span className={styles.copy}>{canCopy === true && <CopyText address={address} wishes={wishes} />}</span>
      )}
    </div>
  );
}

/** One that the URL names and no document has is there too. */
function toOptions(images: readonly string[], chosen: string | undefined): { value: string; label: string }[] {
  const all = chosen === undefined || images.includes(chosen) ? images : [chosen, ...images];
  return all.map((image) => ({ value: image, label: cutMiddle(toVisibleText(image), 60) }));
}

/** A browser lets a page write to the clipboard right after a click only, so that the text must be there before. */
function CopyText({ address, wishes }: Omit<PlanToolsProps, 'canCopy'>) {
  const text = useQuery(planText(address, wishes)).data;
  if (text === undefined) return null;
  return (
    <CopyButton text={text} label="Copy as Markdown">
      Copy as Markdown
    </CopyButton>
  );
}
