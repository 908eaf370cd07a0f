/** Takes one document out of its version, after saying what that means. */
import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { WireSbom } from '../../../src/api/contract/sbom.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { GuardedButton } from '../../parts/guarded-button.tsx';
import { HostileText } from '../../parts/hostile-text.tsx';
import { Problem } from '../../parts/problem.tsx';
import { deleteSbom } from '../../queries/sboms.ts';
import { versionKey, type VersionAddress } from '../../queries/versions.ts';
import { countOf } from '../../wording/counts.ts';
import styles from './version-page.module.css';

export function DeleteSbom({ sbom, address }: { readonly sbom: WireSbom; readonly address: VersionAddress }) {
  const [isAsking, setIsAsking] = useState(false);
  const queryClient = useQueryClient();
  const { mutate, error, isPending } = useMutation({
    mutationFn: async () => await deleteSbom(sbom.id),
    onSuccess: async () => {
      setIsAsking(false);
      await queryClient.invalidateQueries({ queryKey: versionKey(address) });
    },
  });
  return (
    <>
      <GuardedButton scope="settings:write" size="compact-xs" onClick={() => setIsAsking(true)}>
        Delete
      </GuardedButton>
      {isAsking && (
        <Dialog title="Delete this SBOM?" onClose={() => setIsAsking(false)}>
          <p>
            The document in the slot{' '}
            <b>
              <HostileText text={sbom.slot} />
            </b>{' '}
            with {countOf(sbom.componentCount, 'component')} is taken out of this version, which is then analyzed again
            without it. Its findings count as resolved. This cannot be undone; the same document can be uploaded again.
          </p>
          {error !== null && <Problem error={error} />}
          <p className={styles.answers}>
            <Button color="red" loading={isPending} onClick={() => mutate()}>
              Delete it
            </Button>
            <Button variant="default" onClick={() => setIsAsking(false)}>
              Keep it
            </Button>
          </p>
        </Dialog>
      )}
    </>
  );
}
