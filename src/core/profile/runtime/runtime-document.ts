/**
 * ENTRY. Parses an uploaded runtime document: its kind, its content, and warnings about unusable parts. An invalid document is
 * rejected as a whole, with the position.
 */
import { isLongerThanBytes } from '../../identity/byte-length.ts';
import { memberIn } from '../../json/members.ts';
import { LIMITS } from '../../limits.ts';
import { RUNTIME_PROFILE_KIND_UNKNOWN, RUNTIME_PROFILE_TOO_LARGE } from '../errors.ts';
import type { AppArmorDocument } from './apparmor/apparmor-profile.ts';
import { parseAppArmor } from './apparmor/parse-apparmor.ts';
import { parseJsonDocument } from './json-document.ts';
import { parseObserved, toObserved, type ObservedDocument } from './observed.ts';
import { parseSeccomp, toSeccomp, type SeccompDocument } from './seccomp/parse-seccomp.ts';
import type { RuntimeKind } from '../../vocabulary/profile.ts';

export type RuntimeDocument = AppArmorDocument | SeccompDocument | ObservedDocument;

const BYTES_MAX: Readonly<Record<RuntimeKind, number>> = {
  apparmor: LIMITS.runtimeDocumentBytesMax,
  seccomp: LIMITS.runtimeDocumentBytesMax,
  observed: LIMITS.observedDocumentBytesMax,
};
const PARSERS: Readonly<Record<RuntimeKind, (text: string) => RuntimeDocument>> = {
  apparmor: parseAppArmor,
  seccomp: parseSeccomp,
  observed: parseObserved,
};

/** Detects the kind if none is given. Throws a JSON error or an error of this module. */
export function parseRuntimeDocument(text: string, kind?: RuntimeKind): RuntimeDocument {
  if (kind !== undefined) {
    limitBytes(text, BYTES_MAX[kind]);
    return PARSERS[kind](text);
  }
  limitBytes(text, LIMITS.observedDocumentBytesMax);
  if (looksLikeJson(text)) return parseJson(text);
  if (!text.includes('{')) throw RUNTIME_PROFILE_KIND_UNKNOWN();
  limitBytes(text, LIMITS.runtimeDocumentBytesMax);
  return parseAppArmor(text);
}

const JSON_START = /^\u{FEFF}?\s*[{[]/u;

/** An AppArmor profile never begins with a brace. */
function looksLikeJson(text: string): boolean {
  return JSON_START.test(text);
}

function parseJson(text: string): RuntimeDocument {
  const document = parseJsonDocument(text, LIMITS.observedEntriesMax);
  if (memberIn(document.value, 'kind') === 'observed') return toObserved(document);
  if (memberIn(document.value, 'defaultAction') === undefined) throw RUNTIME_PROFILE_KIND_UNKNOWN();
  limitBytes(text, LIMITS.runtimeDocumentBytesMax);
  return toSeccomp(parseJsonDocument(text, LIMITS.runtimeRulesMax));
}

function limitBytes(text: string, max: number): void {
  if (isLongerThanBytes(text, max)) throw RUNTIME_PROFILE_TOO_LARGE({ what: 'bytes', max });
}
