/**
 * ENTRY. Parses an uploaded runtime document: its kind, its content, and warnings about unusable parts. An invalid document is
 * rejected as a whole, with the position.
 */
import { isLongerThanBytes } from '../../identity/identifier-text.ts';
import { memberIn } from '../../json/members.ts';
import { LIMITS } from '../../limits.ts';
import { RUNTIME_PROFILE_KIND_UNKNOWN, RUNTIME_PROFILE_TOO_LARGE } from '../errors.ts';
import type { AppArmorDocument } from './apparmor/apparmor-profile.ts';
import { parseAppArmor } from './apparmor/parse-apparmor.ts';
import { parseJsonDocument } from './json-document.ts';
import { parseObserved, toObserved, type ObservedDocument } from './observed.ts';
import { parseSeccomp, toSeccomp, type SeccompDocument } from './seccomp/parse-seccomp.ts';
import type { RuntimeKind } from '../../vocabulary/profile.ts';
import { quoteLine } from './runtime-warning.ts';

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
  // An AppArmor profile never begins with a brace.
  if (JSON_START.test(text)) return parseJson(text);
  if (!text.includes('{')) throw RUNTIME_PROFILE_KIND_UNKNOWN();
  limitBytes(text, LIMITS.runtimeDocumentBytesMax);
  return parseAppArmor(text);
}

const JSON_START = /^\u{FEFF}?\s*[{[]/u;

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

export interface RuntimeFact {
  readonly text: string;
  readonly line: number | null;
}

const FACTS_MAX = 50;

/** A few sentences with line numbers, enough to recognize the right document. */
export function summarizeDocument(document: RuntimeDocument): readonly RuntimeFact[] {
  return listFacts(document).slice(0, FACTS_MAX);
}

function listFacts(document: RuntimeDocument): readonly RuntimeFact[] {
  switch (document.kind) {
    case 'apparmor':
      return summarizeAppArmor(document);
    case 'seccomp':
      return summarizeSeccomp(document);
    case 'observed':
      return summarizeObserved(document);
  }
}

function summarizeAppArmor({ profiles }: AppArmorDocument): readonly RuntimeFact[] {
  return profiles.map(({ name, isEnforced, files, capabilities, networks, line }) => {
    const counts = `${files.length} file, ${capabilities.length} capability and ${networks.length} network rules`;
    return { text: `Profile ${quoteLine(name)}, ${isEnforced ? 'enforced' : 'not enforced'}: ${counts}.`, line };
  });
}

function summarizeSeccomp({ defaultAction, rules }: SeccompDocument): readonly RuntimeFact[] {
  const count = (effect: string): number =>
    new Set(
      rules.filter(({ action }) => action.effect === effect).flatMap(({ names }) => names.map(({ name }) => name)),
    ).size;
  return [
    { text: `Default action: ${quoteLine(defaultAction.word)}.`, line: defaultAction.line },
    { text: `Rules allow ${count('allows')} system calls and block ${count('blocks')}.`, line: null },
  ];
}

function summarizeObserved(observed: ObservedDocument): readonly RuntimeFact[] {
  const { image, from, to, instances, paths, listen, user } = observed;
  const ports = listen.map(({ protocol, port }) => `${quoteLine(protocol)}/${port}`).join(', ');
  return [
    `${image === null ? 'No image named' : `Image ${quoteLine(image)}`}, observed from ${from} to ${to}.`,
    `${paths.length} files were used${instances === null ? '' : `, by ${instances} instances`}.`,
    ...(ports === '' ? [] : [`Listens on ${ports}.`]),
    ...(user === null ? [] : [`Runs as ${quoteLine(user)}.`]),
  ].map((text) => ({ text, line: null }));
}
