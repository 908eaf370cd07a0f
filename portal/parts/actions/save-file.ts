/** Hands a fetched file to the browser for download. */
import { toFileName } from '../../text/untrusted/visible-text.ts';

export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = toFileName(name);
  link.click();
  // After the click, the browser holds its own reference to the content.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}
