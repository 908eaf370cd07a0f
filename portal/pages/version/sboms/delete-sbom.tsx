/** Deletes an SBOM from its version after a confirmation. Also used if a newer SBOM of the same subject replaces it. */
import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { WireSbom } from '../../../../src/api/contract/services/sbom.ts';
import { Dialog } from '../../../parts/dialogs/dialog.tsx';
import { GuardedButton } from '../../../parts/actions/guarded-button.tsx';
import { UntrustedText } from '../../../parts/values/untrusted-text.tsx';
import { Problem } from '../../../parts/feedback/problem.tsx';
import { deleteSbom } from '../../../queries/services/sboms.ts';
import { versionKey, type VersionAddress } from '../../../queries/services/versions.ts';
import { countOf } from '../../../text/format/counts.ts';
import styles from '../version-page.module.css';

export interface DeleteSbomProps {
  readonly sbom: WireSbom;
  readonly address: VersionAddress;
  /** The SBOM that replaces it. */
  readonly newer?: WireSbom | undefined;
}

export function DeleteSbom({ sbom, address, newer }: DeleteSbomProps) {
  const [isConfirming, setIsConfirming] = useState(false);
  const queryClient = useQueryClient();
  const { mutate, error, isPending } = useMutation({
    mutationFn: async () => await deleteSbom(sbom.id),
    onSuccess: async () => {
      setIsConfirming(false);
      await queryClient.invalidateQueries({ queryKey: versionKey(address) });
    },
  });
  return (
    <>
      <GuardedButton scope="settings:write" size="compact-xs" onClick={() => setIsConfirming(true)}>
        {newer === undefined ? 'Delete' : 'Replace'}
      </GuardedButton>
      {isConfirming && (
        <Dialog title={newer === undefined ? 'Delete SBOM' : 'Replace SBOM'} onClose={() => setIsConfirming(false)}>
          <p>
            The SBOM in the slot{' '}
            <b>
              <UntrustedText text={sbom.slot} />
            </b>{' '}
            with {countOf(sbom.componentCount, 'component')} is deleted from this version.
            {newer !== undefined && (
              <>
                {' '}
                The newer SBOM in the slot{' '}
                <b>
                  <UntrustedText text={newer.slot} />
                </b>{' '}
                stays.
              </>
            )}
          </p>
          <p>
            The version is re-analyzed without it, and findings that exist only in this SBOM are marked as fixed. This
            cannot be undone, but you can upload the SBOM again.
          </p>
          {error !== null && <Problem error={error} />}
          <p className={styles.answers}>
            <Button color="red" loading={isPending} onClick={() => mutate()}>
              Delete SBOM
            </Button>
            <Button variant="default" onClick={() => setIsConfirming(false)}>
              Cancel
            </Button>
          </p>
        </Dialog>
      )}
    </>
  );
}
