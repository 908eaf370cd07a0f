/** Options of the plan: nearest or newest versions, distance limit, image. All of them are in the URL. */
import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { CopyButton } from '../../parts/actions/copy-button.tsx';
import { planText, type PlanParameters } from './remediation-queries.ts';
import { sbomList } from '../../queries/services/sboms.ts';
import type { VersionAddress } from '../../queries/services/versions.ts';
import { cutMiddle, toVisibleText } from '../../text/untrusted/visible-text.ts';
import styles from './remediation.module.css';

interface PlanToolsProps {
  readonly address: VersionAddress;
  readonly parameters: PlanParameters;
  /** Undefined until known; its space is reserved. */
  readonly canCopy: boolean | undefined;
}

const STRATEGY_OPTIONS = [
  { value: '', label: 'Lowest fixed version' },
  { value: 'highest', label: 'Newest fixed version' },
];

const DISTANCE_OPTIONS = [
  { value: '', label: 'No limit' },
  { value: 'patch', label: 'Patch releases only' },
  { value: 'minor', label: 'Up to minor releases' },
  { value: 'major', label: 'Up to major releases' },
];

export function PlanTools({ address, parameters, canCopy }: PlanToolsProps) {
  const navigate = useNavigate();
  const sboms = useQuery(sbomList(address, false)).data?.items ?? [];
  const images = [...new Set(sboms.flatMap(({ image }) => image ?? []))];
  const apply = (change: Readonly<Record<string, string | undefined>>): void =>
    void navigate({
      to: '.',
      // A different plan has different steps.
      search: (view) => ({ ...view, ...change, stop: undefined, action: undefined }),
      resetScroll: false,
    });
  return (
    <div className={styles.tools}>
      <NativeSelect
        size="sm"
        label="Target version"
        value={parameters.strategy ?? ''}
        data={STRATEGY_OPTIONS}
        onChange={(event) => apply({ strategy: event.currentTarget.value || undefined })}
      />
      <NativeSelect
        size="sm"
        label="Upgrade distance"
        value={parameters.maxDistance ?? ''}
        data={DISTANCE_OPTIONS}
        onChange={(event) => apply({ maxDistance: event.currentTarget.value || undefined })}
      />
      {(images.length > 1 || parameters.image !== undefined) && (
        <NativeSelect
          size="sm"
          label="Image"
          value={parameters.image ?? ''}
          data={[{ value: '', label: 'All images' }, ...toOptions(images, parameters.image)]}
          onChange={(event) => apply({ image: event.currentTarget.value || undefined })}
        />
      )}
      {canCopy !== false && (
        <span className={styles.copy}>
          {canCopy === true && <CopyText address={address} parameters={parameters} />}
        </span>
      )}
    </div>
  );
}

/** Includes an image from the URL that no document has. */
function toOptions(images: readonly string[], chosen: string | undefined): { value: string; label: string }[] {
  const all = chosen === undefined || images.includes(chosen) ? images : [chosen, ...images];
  return all.map((image) => ({ value: image, label: cutMiddle(toVisibleText(image), 60) }));
}

/** Browsers allow writing to the clipboard only right after a click, so the text is loaded beforehand. */
function CopyText({ address, parameters }: Omit<PlanToolsProps, 'canCopy'>) {
  const text = useQuery(planText(address, parameters)).data;
  if (text === undefined) return null;
  return (
    <CopyButton text={text} label="Copy as Markdown">
      Copy as Markdown
    </CopyButton>
  );
}
