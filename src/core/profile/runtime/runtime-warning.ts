/** Warnings about parts of a runtime document that are unusual or not interpreted; the document is still used. */
import { cleanText } from '../../sbom/clean-text.ts';

const FLATTEN = 'Send the flattened profile, as printed by apparmor_parser --preprocess.';
const LESS_CERTAIN = 'Access that the profile does not explicitly deny counts as unknown.';
const NOTHING_CERTAIN = 'Denials in the profile are not reliable.';

/** Effect on the results, and the solution if there is one. */
const MESSAGES = {
  'unresolved-include': `An include was not resolved. ${LESS_CERTAIN} ${FLATTEN}`,
  'undefined-variable': `A variable is not defined in the document. ${LESS_CERTAIN} ${FLATTEN}`,
  alias: `Aliases are not supported. ${LESS_CERTAIN}`,
  'unknown-rule': `Unknown type of rule. ${LESS_CERTAIN}`,
  'not-enforced': 'The profile is not enforced or has an unknown flag, so it denies nothing.',
  'unconfined-children': `Programs can be started without a profile. ${NOTHING_CERTAIN}`,
  'unknown-target': `A profile that programs can change to is missing from the document. ${NOTHING_CERTAIN} Add it to the document.`,
  priority: `Rule priorities are not supported. ${NOTHING_CERTAIN}`,
  'unknown-action': 'Unknown action. Its system calls count as neither allowed nor denied.',
  'unknown-syscall': 'Unknown system call. Check the spelling.',
  'unusable-path': 'The path is not an absolute path of a file and was skipped.',
  'unread-kind': 'Objects of this kind are not read.',
  'unusable-port': 'The port is not a number from 1 to 65535 and was skipped.',
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
