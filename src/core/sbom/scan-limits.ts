/** The limits that the scanner holds. They come from the one table; tests make them small. */
import { LIMITS } from '../limits.ts';

export type ScanLimits = {
  readonly [
    Name in
      | 'jsonDepthMax'
      | 'jsonObjectKeysMax'
      | 'jsonStringBytesMax'
      | 'jsonNumberCharactersMax'
      | 'componentsMax'
      | 'edgesMax'
  ]: number;
};

export const DEFAULT_SCAN_LIMITS: ScanLimits = LIMITS;
