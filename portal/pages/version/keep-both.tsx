/** Restores a superseded SBOM alongside the one that replaced it. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { GuardedButton } from '../../parts/guarded-button.tsx';
import { Problem } from '../../parts/problem.tsx';
import { restoreSbom } from '../../queries/sboms.ts';
import { versionKey, type VersionAddress } from '../../queries/versions.ts';

export function RestoreSbom({ sbomId, address }: { readonly sbomId: string; readonly address: VersionAddress }) {
  const queryClient = useQueryClient();
  const { mutate, error, isPending } = useMutation({
    mutationFn: async () => await restoreSbom(sbomId),
    onSuccess: async () => await queryClient.invalidateQueries({ queryKey: versionKey(address) }),
  });
  return (
    <>
      <GuardedButton scope="sbom:upload" size="compact-xs" loading={isPending} onClick={() => mutate()}>
        Keep both
      </GuardedButton>
      {error !== null && <Problem error={error} />}
    </>
  );
}
