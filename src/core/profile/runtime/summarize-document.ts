/** Summarizes a parsed runtime document in a few sentences with line numbers, enough to recognize the right document. */
import type { AppArmorDocument } from './apparmor/apparmor-profile.ts';
import type { ObservedDocument } from './observed.ts';
import type { RuntimeDocument } from './runtime-document.ts';
import { quoteLine } from './runtime-warning.ts';
import type { SeccompDocument } from './seccomp/parse-seccomp.ts';

export interface RuntimeFact {
  readonly text: string;
  readonly line: number | null;
}

const FACTS_MAX = 50;

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

function summarizeObserved({
  image,
  from,
  to,
  instances,
  paths,
  listen,
  user,
}: ObservedDocument): readonly RuntimeFact[] {
  const ports = listen.map(({ protocol, port }) => `${quoteLine(protocol)}/${port}`).join(', ');
  return [
    `${image === null ? 'No image named' : `Image ${quoteLine(image)}`}, observed from ${from} to ${to}.`,
    `${paths.length} files were used${instances === null ? '' : `, by ${instances} instances`}.`,
    ...(ports === '' ? [] : [`Listens on ${ports}.`]),
    ...(user === null ? [] : [`Runs as ${quoteLine(user)}.`]),
  ].map((text) => ({ text, line: null }));
}
