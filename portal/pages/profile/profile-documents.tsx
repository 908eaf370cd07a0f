/** Documents of a profile: the facts parsed from each with line numbers, warnings, and whether it is confirmed. */
import { Button, NativeSelect } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import type { WireProfileDocument } from '../../../src/api/contract/services/profile.ts';
import { Age } from '../../parts/values/age.tsx';
import { UntrustedText } from '../../parts/values/untrusted-text.tsx';
import { DropZone } from '../../parts/actions/drop-zone.tsx';
import { Problem } from '../../parts/feedback/problem.tsx';
import { profileDetails, profilesKey, sendProfileDocument, type ProfileAddress } from './profile-queries.ts';
import { countOf, formatBytes } from '../../text/format/counts.ts';
import { withInForce, withoutDocument, type ProfileDraft } from './profile-draft.ts';
import formStyles from '../../parts/actions/form.module.css';
import linkStyles from '../../parts/actions/link-button.module.css';
import styles from './profile.module.css';

const KIND_LABELS: Readonly<Record<WireProfileDocument['kind'], string>> = {
  apparmor: 'AppArmor profile',
  seccomp: 'seccomp profile',
  observed: 'Observed behavior',
  kubernetes: 'Kubernetes objects',
  compose: 'Compose file',
  dockerfile: 'Dockerfile',
  'image-config': 'Image configuration',
};

function labelForce(kind: WireProfileDocument['kind']): string {
  return kind === 'apparmor' || kind === 'seccomp' ? 'Enforced at runtime' : 'Deployed as described';
}

interface ProfileDocumentsProps {
  readonly address: ProfileAddress;
  readonly documents: readonly WireProfileDocument[];
  readonly draft: ProfileDraft;
  readonly onChange: (draft: ProfileDraft) => void;
  /** Why no document can be added now. */
  readonly whyNot: string | undefined;
}

export function ProfileDocuments({ address, documents, draft, onChange, whyNot }: ProfileDocumentsProps) {
  const kept = new Map(draft.documents.map((each) => [each.sha256, each]));
  return (
    <>
      {documents.length === 0 && (
        <p className={styles.muted}>
          No documents. Add the Kubernetes manifests, Compose file or Dockerfile of the service, and Assay fills in the
          fields that they show. AppArmor and seccomp profiles can lower the priority of findings.
        </p>
      )}
      <ul className={styles.documents}>
        {documents.map((document) => {
          const inForce = kept.get(document.sha256)?.inForce;
          return (
            <li key={document.sha256} className={styles.document}>
              <Document document={document} />
              {inForce === undefined ? (
                <p className={styles.warning}>Removed when you save.</p>
              ) : (
                <p className={styles.terms}>
                  {document.kind !== 'observed' && (
                    <label className={styles.choice}>
                      <input
                        type="checkbox"
                        checked={inForce}
                        onChange={(event) => onChange(withInForce(draft, document.sha256, event.currentTarget.checked))}
                      />
                      {labelForce(document.kind)}
                    </label>
                  )}
                  <button
                    type="button"
                    className={linkStyles.link}
                    onClick={() => onChange(withoutDocument(draft, document.sha256))}
                  >
                    Remove
                  </button>
                </p>
              )}
            </li>
          );
        })}
      </ul>
      <AddDocument address={address} whyNot={whyNot} />
    </>
  );
}

function Document({ document }: { readonly document: WireProfileDocument }) {
  const { kind, name, sha256, sizeBytes, createdAt, createdBy, warnings, facts } = document;
  return (
    <>
      <p>
        <b>{KIND_LABELS[kind]}</b> {name !== null && <UntrustedText text={name} charactersMax={80} />}{' '}
        <span className={styles.muted}>
          <code title={sha256}>{sha256.slice(0, 12)}…</code>, {formatBytes(sizeBytes)}, by{' '}
          <UntrustedText text={createdBy} charactersMax={40} /> <Age instant={createdAt} />
        </span>
      </p>
      {warnings.length > 0 && (
        <ul className={styles.facts}>
          {warnings.map(({ code, message, line, text }) => (
            <li key={`${code} ${line}`} className={styles.warning}>
              Line {line}: {message}{' '}
              {text !== '' && (
                <code>
                  <UntrustedText text={text} charactersMax={120} />
                </code>
              )}
            </li>
          ))}
        </ul>
      )}
      <details>
        <summary>{countOf(facts.length, 'fact')}</summary>
        <ul className={styles.facts}>
          {facts.map(({ text, line }) => (
            <li key={`${line ?? ''} ${text}`}>
              {line !== null && <span className={styles.muted}>Line {line}: </span>}
              <UntrustedText text={text} charactersMax={240} />
            </li>
          ))}
        </ul>
      </details>
    </>
  );
}

function AddDocument({ address, whyNot }: Pick<ProfileDocumentsProps, 'address' | 'whyNot'>) {
  const queryClient = useQueryClient();
  const [file, setFile] = useState<File>();
  const [kind, setKind] = useState('');
  const [inForce, setInForce] = useState(false);
  const { mutate, error, isPending } = useMutation({
    mutationFn: async (document: File) =>
      await sendProfileDocument(address, { file: document, kind: kind || undefined, inForce }),
    onSuccess: async (saved) => {
      queryClient.setQueryData(profileDetails(address).queryKey, saved);
      await queryClient.invalidateQueries({ queryKey: profilesKey(address.service) });
    },
  });
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (file !== undefined) mutate(file);
  };
  if (whyNot !== undefined) return <p className={styles.muted}>{whyNot}</p>;
  return (
    <details>
      <summary className={linkStyles.link}>Add document</summary>
      <form onSubmit={onSubmit} className={formStyles.form}>
        <DropZone
          what="a document"
          hint="Kubernetes, Compose, Dockerfile, image configuration, AppArmor or seccomp"
          file={file}
          onFile={setFile}
        />
        <NativeSelect
          label="Kind"
          value={kind}
          data={[
            { value: '', label: 'Detect automatically' },
            ...Object.entries(KIND_LABELS).map(([value, label]) => ({ value, label })),
          ]}
          onChange={(event) => setKind(event.currentTarget.value)}
        />
        <label className={styles.choice}>
          <input type="checkbox" checked={inForce} onChange={(event) => setInForce(event.currentTarget.checked)} />
          Confirmed: enforced at runtime, or deployed as described
        </label>
        <Button type="submit" variant="default" loading={isPending} disabled={file === undefined}>
          Add
        </Button>
        {error !== null && <Problem error={error} />}
      </form>
    </details>
  );
}
