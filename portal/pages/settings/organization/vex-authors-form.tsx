/** Trusted authors whose VEX statements decide about findings. Statements of others are shown but have no effect. */
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import type { WireOrganization } from '../../../../src/api/contract/organization/organization.ts';
import { UntrustedText } from '../../../parts/values/untrusted-text.tsx';
import { Problem } from '../../../parts/feedback/problem.tsx';
import { TableRegion } from '../../../parts/layout/table-region.tsx';
import { changeOrganization, organization } from './organization-queries.ts';
import { usePermission } from '../../../session/session.ts';
import styles from '../settings.module.css';

type Authors = WireOrganization['vexAuthors'];

const TRUST_LABELS: Readonly<Record<Authors[number]['trust'], string>> = {
  supplier: 'Supplier',
  organization: 'Organization',
};

export function VexAuthorsForm({ authors }: { readonly authors: Authors }) {
  const queryClient = useQueryClient();
  const { isAllowed, reason } = usePermission('settings:write');
  const { mutate, error, isPending } = useMutation({
    mutationFn: async (vexAuthors: Authors) => await changeOrganization({ vexAuthors }),
    onSuccess: (changed) => queryClient.setQueryData(organization().queryKey, changed),
  });
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = event.currentTarget;
    const [author, trust] = [textOf(form, 'author'), textOf(form, 'trust')];
    if (author === '') return;
    const rest = authors.filter((each) => each.author !== author);
    mutate([...rest, { author, trust: trust === 'organization' ? 'organization' : 'supplier' }], {
      onSuccess: () => form.reset(),
    });
  };
  return (
    <div className={styles.section}>
      <p className={styles.muted}>
        {reason ??
          'Enter authors as named in their documents. Statements of other authors are shown but have no effect.'}
      </p>
      {authors.length > 0 && (
        <TableRegion label="Trusted authors">
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">Author</th>
                <th scope="col">Trust level</th>
                <th scope="col">
                  <span className={styles.muted}>Actions</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {authors.map(({ author, trust }) => (
                <tr key={author}>
                  <td className={styles.wrap}>
                    <UntrustedText text={author} charactersMax={120} />
                  </td>
                  <td>{TRUST_LABELS[trust]}</td>
                  <td>
                    <Button
                      size="compact-sm"
                      variant="default"
                      disabled={!isAllowed || isPending}
                      aria-label={`Remove ${author}`}
                      onClick={() => mutate(authors.filter((each) => each.author !== author))}
                    >
                      Remove
                    </Button>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </TableRegion>
      )}
      <form onSubmit={onSubmit} className={styles.row}>
        <TextInput name="author" label="Author" maxLength={512} required withAsterisk={false} readOnly={!isAllowed} />
        <NativeSelect
          name="trust"
          label="Trust level"
          disabled={!isAllowed}
          data={Object.entries(TRUST_LABELS).map(([value, label]) => ({ value, label }))}
        />
        <Button type="submit" variant="default" loading={isPending} disabled={!isAllowed}>
          Add
        </Button>
      </form>
      {error !== null && <Problem error={error} />}
    </div>
  );
}

function textOf(form: HTMLFormElement, name: string): string {
  const value = new FormData(form).get(name);
  return typeof value === 'string' ? value.trim() : '';
}
