/** Hands a file that was fetched to the browser, which asks or saves it. */
import { toFileName } from '../wording/file-name.ts';

export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = toFileName(name);
  link.click();
  // The browser has its own hold of the content once the click is handled.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}
