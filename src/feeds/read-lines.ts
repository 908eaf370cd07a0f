/** Reads the lines of a text file, compressed with gzip or not, in groups; the whole file is never in memory. */
import { FEED_REJECTED } from './errors.ts';
import { isPackingError, openText } from './open-text.ts';

export interface LineLimits {
  readonly inflatedBytesMax: number;
  readonly lineCharactersMax: number;
}

/**
 * Throws FEED_REJECTED, possibly after some lines. Every line must end with a line break, including the last one: a truncated
 * number would still be a number.
 */
export async function* readLines(
  file: string,
  source: string,
  limits: LineLimits,
): AsyncGenerator<readonly string[], void, void> {
  const stream = await openText(file, source);
  let bytes = 0;
  let rest = '';
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > limits.inflatedBytesMax)
        throw FEED_REJECTED({ source, problem: `it decompresses to more than ${limits.inflatedBytesMax} bytes` });
      const lines = (rest + chunk.toString('latin1')).split('\n');
      rest = lines.pop() ?? '';
      if (rest.length > limits.lineCharactersMax || lines.some(({ length }) => length > limits.lineCharactersMax))
        throw FEED_REJECTED({ source, problem: `a line is longer than ${limits.lineCharactersMax} characters` });
      yield lines;
    }
  } catch (error) {
    throw isPackingError(error)
      ? FEED_REJECTED({ source, problem: 'it is corrupt or truncated' }, { cause: error })
      : error;
  }
  if (rest !== '') throw FEED_REJECTED({ source, problem: 'its last line is truncated' });
}
