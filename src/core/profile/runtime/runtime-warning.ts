/** Warnings about parts of a runtime document that are unusual or not interpreted; the document is still used. */
import { cleanText } from '../../sbom/clean-text.ts';

const FLATTEN = 'Send the profile flattened, as apparmor_parser --preprocess prints it.';
const LESS_CERTAIN = 'What it does not deny itself is not known.';
const NOTHING_CERTAIN = 'Nothing that is denied is denied for sure.';

/** Effect on the results, and the solution if there is one. */
const MESSAGES = {
  'unresolved-include': `An include was not read. ${LESS_CERTAIN} ${FLATTEN}`,
  'undefined-variable': `A variable has no value here. ${LESS_CERTAIN} ${FLATTEN}`,
  alias: `Aliases are not read. ${LESS_CERTAIN}`,
  'unknown-rule': `A rule of this kind is not known. ${LESS_CERTAIN}`,
  'not-enforced': 'The profile is not enforced, or has a flag that is not known: it denies nothing.',
  'unconfined-children': `Programs may be started without any profile. ${NOTHING_CERTAIN}`,
  'unknown-target': `A profile that programs may change to is not in the document. ${NOTHING_CERTAIN} Send it in the same document.`,
  priority: `Priorities of rules are not read. ${NOTHING_CERTAIN}`,
  'unknown-action': 'An action is not known: calls that it concerns are neither allowed nor denied.',
  'unknown-syscall': 'No system call of this name is known. Check its spelling.',
  'unusable-path': 'A path is not that of a file, from the root on. It was left out.',
  'unusable-port': 'A port is no number from 1 to 65535. It was left out.',
} as const;

export type WarningCode = keyof typeof MESSAGES;

export interface RuntimeWarning {
  readonly code: WarningCode;
  readonly message: string;
  readonly line: number;
  /** Text of the line. */
  readonly text: string;
}

/** A line of a document that is used as evidence. */
export interface Line {
  readonly line: number;
  readonly text: string;
}

const WARNINGS_MAX = 50;

/** Keeps the first few per code: a document with a thousand includes needs one warning, not a thousand. */
export function addWarning(warnings: RuntimeWarning[], code: WarningCode, { line, text }: Line): void {
  if (warnings.length < WARNINGS_MAX) warnings.push({ code, message: MESSAGES[code], line, text });
}

const QUOTED_CHARACTERS_MAX = 200;
const SPACES = /\s+/g;

/** A part of the document on one line, safe for display. */
export function quoteLine(text: string): string {
  return cleanText(text.slice(0, QUOTED_CHARACTERS_MAX).replace(SPACES, ' ').trim());
}
