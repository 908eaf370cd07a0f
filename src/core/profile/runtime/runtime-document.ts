/** Parses runtime documents: AppArmor profiles, seccomp profiles, and observed behavior. */
import { isLongerThanBytes } from '../../identity/identifier-text.ts';
import { LIMITS } from '../../limits.ts';
import { PROFILE_DOCUMENT_TOO_LARGE } from '../errors.ts';
import type { AppArmorDocument } from './apparmor/apparmor-profile.ts';
import { parseAppArmor } from './apparmor/parse-apparmor.ts';
import { parseObserved, type ObservedDocument } from './observed.ts';
import { parseSeccomp, type SeccompDocument } from './seccomp/parse-seccomp.ts';
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

/** Throws a JSON error or an error of `core/profile`. */
export function parseRuntimeDocument(text: string, kind: RuntimeKind): RuntimeDocument {
  if (isLongerThanBytes(text, BYTES_MAX[kind]))
    throw PROFILE_DOCUMENT_TOO_LARGE({ what: 'bytes', max: BYTES_MAX[kind] });
  return PARSERS[kind](text);
}

export interface DocumentFact {
  readonly text: string;
  readonly line: number | null;
}

/** Sentences with line numbers, enough to recognize the right document. */
export function listRuntimeFacts(document: RuntimeDocument): readonly DocumentFact[] {
  switch (document.kind) {
    case 'apparmor':
      return summarizeAppArmor(document);
    case 'seccomp':
      return summarizeSeccomp(document);
    case 'observed':
      return summarizeObserved(document);
  }
}

function summarizeAppArmor({ profiles }: AppArmorDocument): readonly DocumentFact[] {
  return profiles.map(({ name, isEnforced, files, capabilities, networks, line }) => {
    const counts = `${files.length} file, ${capabilities.length} capability and ${networks.length} network rules`;
    return { text: `Profile ${quoteLine(name)}, ${isEnforced ? 'enforced' : 'not enforced'}: ${counts}.`, line };
  });
}

function summarizeSeccomp({ defaultAction, rules }: SeccompDocument): readonly DocumentFact[] {
  const count = (effect: string): number =>
    new Set(
      rules.filter(({ action }) => action.effect === effect).flatMap(({ names }) => names.map(({ name }) => name)),
    ).size;
  return [
    { text: `Default action: ${quoteLine(defaultAction.word)}.`, line: defaultAction.line },
    { text: `Rules allow ${count('allows')} system calls and block ${count('blocks')}.`, line: null },
  ];
}

function summarizeObserved(observed: ObservedDocument): readonly DocumentFact[] {
  const { image, from, to, instances, paths, listen, user } = observed;
  const ports = listen.map(({ protocol, port }) => `${quoteLine(protocol)}/${port}`).join(', ');
  return [
    `${image === null ? 'No image named' : `Image ${quoteLine(image)}`}, observed from ${from} to ${to}.`,
    `${paths.length} files were used${instances === null ? '' : `, by ${instances} instances`}.`,
    ...(ports === '' ? [] : [`Listens on ${ports}.`]),
    ...(user === null ? [] : [`Runs as ${quoteLine(user)}.`]),
  ].map((text) => ({ text, line: null }));
}
