/** The limits that the scanner enforces. They come from the table of limits; tests use smaller ones. */
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
