/**
 * Haskell's version order, for packages and the compiler: numbers separated by dots, and nothing else.
 * https://pvp.haskell.org/#version-numbers
 */
import { createRowScheme, type NumberRow } from './cran.ts';
import type { VersionScheme } from '../version-scheme.ts';

export const hackage: VersionScheme<NumberRow> = createRowScheme('hackage', /^[0-9]+(?:\.[0-9]+)*$/, /\./);
