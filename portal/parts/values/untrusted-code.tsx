/** Untrusted version, path or identifier in the font of code. */
import { UntrustedText } from './untrusted-text.tsx';

export function UntrustedCode(props: { readonly text: string; readonly charactersMax: number }) {
  return (
    <code>
      <UntrustedText {...props} />
    </code>
  );
}
