/** Limits on what strangers send are in bytes of UTF-8, and the core has no encoder. */

/** Whether a text is longer than so many bytes of UTF-8; a long text is not walked through. */
export function isLongerThanBytes(text: string, bytesMax: number): boolean {
  if (text.length > bytesMax) return true;
  // No UTF-16 unit becomes more than three bytes.
  if (text.length * 3 <= bytesMax) return false;
  let bytes = 0;
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    if (unit < 0x80) bytes += 1;
    // Each half of a pair of surrogates counts for two of its four bytes.
    else bytes += unit < 0x800 || isSurrogate(unit) ? 2 : 3;
  }
  return bytes > bytesMax;
}

function isSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdfff;
}
