/** Limits on input are in bytes of UTF-8, and the core has no encoder. */

/** Whether a text is longer than the given number of UTF-8 bytes. A text that is obviously too long is not scanned. */
export function isLongerThanBytes(text: string, bytesMax: number): boolean {
  if (text.length > bytesMax) return true;
  // A UTF-16 unit takes at most three bytes.
  if (text.length * 3 <= bytesMax) return false;
  let bytes = 0;
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    if (unit < 0x80) bytes += 1;
    // Each half of a surrogate pair counts for two of its four bytes.
    else bytes += unit < 0x800 || isSurrogate(unit) ? 2 : 3;
  }
  return bytes > bytesMax;
}

function isSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdfff;
}
