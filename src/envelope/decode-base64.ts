/**
 * Decodes base64, standard or URL-safe, with or without padding; undefined if the text is anything else. Node skips characters
 * that are not base64, so the length of the result shows whether there were any.
 */
export function decodeBase64(text: string): Buffer | undefined {
  let length = text.length;
  while (length > 0 && text.length - length < PADDING_MAX && text[length - 1] === '=') length -= 1;
  const bytes = Buffer.from(text, 'base64');
  return length % 4 !== 1 && bytes.length === Math.floor((length * 3) / 4) ? bytes : undefined;
}

const PADDING_MAX = 2;
