/** VEX import and export for a version. */
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Disclosure } from '../../parts/dialogs/disclosure.tsx';
import { Problem } from '../../parts/feedback/problem.tsx';
import { saveFile } from '../../parts/actions/save-file.ts';
import type { VersionAddress } from '../../queries/services/versions.ts';
import { exportVex } from './vex-queries.ts';
import { VexDialog } from './vex-dialog.tsx';

const FORMS = [
  { format: 'cyclonedx', name: 'Export CycloneDX VEX', ending: 'vex.cdx.json' },
  { format: 'openvex', name: 'Export OpenVEX', ending: 'openvex.json' },
] as const;

export function VexMenu({ address, name }: { readonly address: VersionAddress; readonly name: string }) {
  const [isOpen, setOpen] = useState(false);
  const { mutate, error, isPending } = useMutation({
    mutationFn: async ({ format, ending }: (typeof FORMS)[number]) =>
      saveFile(await exportVex(address, format), `${name}.${ending}`),
  });
  return (
    <>
      <Disclosure label={isPending ? 'Exporting' : 'VEX'} align="end">
        {FORMS.map((form) => (
          <button key={form.format} type="button" onClick={() => mutate(form)}>
            {form.name}
          </button>
        ))}
        <button type="button" onClick={() => setOpen(true)}>
          Manage documents
        </button>
        {error !== null && <Problem error={error} />}
      </Disclosure>
      {isOpen && <VexDialog address={address} onClose={() => setOpen(false)} />}
    </>
  );
}
