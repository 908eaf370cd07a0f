/** Reads what an image says of itself: a Dockerfile, or the configuration of a built image. */
import { PROFILE_DOCUMENT_UNREADABLE } from '../errors.ts';
import { shown, toEntryPoints, toPlatformFields, toPort, toRootField, type ShownFields } from './deployment-facts.ts';
import type { YamlNode } from './yaml-document.ts';

interface Instruction {
  readonly name: string;
  readonly rest: string;
  readonly line: number;
}

interface Stage {
  /** Name of the image or of an earlier stage. */
  readonly base: string;
  readonly name: string | undefined;
  readonly platform: string | undefined;
  readonly line: number;
  readonly instructions: Instruction[];
}

const COMMENT = /^\s*#/;
const INSTRUCTION = /^\s*([A-Za-z]+)\s+(\S.*)$/;
const HEREDOC = /^[0-9]*<<-?["']?([^<"']+)["']?$/;
const WITH_HEREDOC = new Set(['RUN', 'COPY', 'ADD']);

/** Throws PROFILE_DOCUMENT_UNREADABLE if a here-document has no end: the instructions after its start are not known. */
export function listInstructions(text: string): readonly Instruction[] {
  const instructions: Instruction[] = [];
  let joined = '';
  let start = 0;
  let ends: readonly string[] = [];
  for (const [i, sent] of text.split('\n').entries()) {
    const line = sent.trimEnd();
    if (ends.length > 0) {
      if (line.trim() === ends[0]) ends = ends.slice(1);
      continue;
    }
    if (COMMENT.test(line) || line === '') continue;
    if (joined === '') start = i + 1;
    const isContinued = line.endsWith('\\');
    joined += ` ${isContinued ? line.slice(0, -1) : line}`;
    if (isContinued) continue;
    const [, name = '', rest = ''] = INSTRUCTION.exec(joined) ?? [];
    joined = '';
    if (name === '') continue;
    instructions.push({ name: name.toUpperCase(), rest: rest.trim(), line: start });
    if (WITH_HEREDOC.has(name.toUpperCase()))
      ends = rest.split(SPACES).flatMap((word) => HEREDOC.exec(word)?.[1] ?? []);
  }
  if (ends.length > 0)
    throw PROFILE_DOCUMENT_UNREADABLE({
      line: start,
      column: 1,
      problem: `the end of the here-document "${ends[0] ?? ''}" is missing`,
    });
  return instructions;
}

const SPACES = /\s+/;

/** Describes the last stage, with what it inherits from earlier stages of the file. The base image itself is not known. */
export function readDockerfile(instructions: readonly Instruction[]): ShownFields {
  const stages = listStages(instructions);
  const inherited = chainOf(stages);
  const all = inherited.flatMap((stage) => stage.instructions);
  const user = all.findLast(({ name }) => name === 'USER');
  const ports = all.filter(({ name }) => name === 'EXPOSE');
  const shell = all.find(({ name, rest }) => name === 'RUN' && !rest.startsWith('['));
  const platform = inherited.findLast((stage) => stage.platform !== undefined);
  return {
    'runtime.containerized': shown('yes', inherited[0] ?? { line: 1 }, 'is an image'),
    ...(user !== undefined && toRootField(user.rest, user, `USER ${user.rest}`)),
    ...(ports[0] !== undefined &&
      toPortFields(
        ports.flatMap(({ rest }) => rest.split(SPACES)),
        ports[0],
      )),
    ...(shell !== undefined && { 'privilege.shellAvailable': shown('yes', shell, `RUN ${shell.rest}`) }),
    ...(platform?.platform !== undefined && toPlatformFields(platform.platform, platform)),
  };
}

function listStages(instructions: readonly Instruction[]): readonly Stage[] {
  const stages: Stage[] = [];
  for (const instruction of instructions) {
    if (instruction.name !== 'FROM') {
      stages.at(-1)?.instructions.push(instruction);
      continue;
    }
    const words = instruction.rest.split(SPACES);
    const platform = words.find((word) => word.startsWith('--platform='))?.slice('--platform='.length);
    const [base = '', as, name] = words.filter((word) => !word.startsWith('--'));
    stages.push({
      base,
      name: as?.toLowerCase() === 'as' ? name?.toLowerCase() : undefined,
      // A variable is the platform of the build.
      platform: platform?.includes('$') === true ? undefined : platform,
      line: instruction.line,
      instructions: [],
    });
  }
  return stages;
}

/** The last stage and the stages that it begins with, the first of them first. */
function chainOf(stages: readonly Stage[]): readonly Stage[] {
  const chain: Stage[] = [];
  for (let i = stages.length - 1; i >= 0;) {
    const stage = stages[i];
    if (stage === undefined) break;
    chain.unshift(stage);
    i = stages.slice(0, i).findLastIndex(({ name }) => name !== undefined && name === stage.base.toLowerCase());
  }
  return chain;
}

function toPortFields(texts: readonly string[], place: { readonly line: number }): ShownFields {
  const ports = texts.flatMap((text) => {
    const [port = '', protocol = 'tcp'] = text.split('/', 2);
    return toPort(protocol, port) ?? [];
  });
  if (ports.length === 0) return {};
  return { 'exposure.entryPoints': { ...shown(toEntryPoints(ports), place, 'exposed ports'), complete: false } };
}

/**
 * The configuration in an image (`crane config`), the answer of `docker inspect`, or the report of a scanner that contains it.
 * Returns undefined if the document is none of these.
 */
export function findImageConfig(root: YamlNode): YamlNode | undefined {
  const candidates = [root.items()[0], root.member('Metadata', 'ImageConfig'), root].filter(
    (each) => each !== undefined,
  );
  return candidates.find((each) => memberOf(each, 'architecture') !== undefined && memberOf(each, 'os') !== undefined);
}

/** Docker's tools write members with a capital letter. */
function memberOf(node: YamlNode | undefined, name: string): YamlNode | undefined {
  return node?.member(name) ?? node?.member(name.charAt(0).toUpperCase() + name.slice(1));
}

const SHELLS = /^(?:\/usr)?(?:\/local)?(?:\/bin\/)?(?:ba|da|a|z|k)?sh$/;

export function readImageConfig(image: YamlNode): ShownFields {
  const config = memberOf(image, 'config');
  const user = memberOf(config, 'user');
  const ports = config?.member('ExposedPorts');
  const program = [config?.member('Entrypoint'), config?.member('Cmd')].flatMap((list) => list?.items() ?? [])[0];
  const os = memberOf(image, 'os')?.text() ?? '';
  const arch = memberOf(image, 'architecture')?.text() ?? '';
  return {
    'runtime.containerized': shown('yes', image, 'is an image'),
    ...toPlatformFields(`${os}/${arch}`, image),
    // An image that names no user runs as root.
    ...(config !== undefined && toRootField(user?.text() ?? '', user ?? config, `User: ${user?.text() ?? 'not set'}`)),
    ...(ports !== undefined &&
      toPortFields(
        ports.members().map(([name]) => name),
        ports,
      )),
    ...(program !== undefined &&
      SHELLS.test(program.text() ?? '') && {
        'privilege.shellAvailable': shown('yes', program, `runs ${program.text() ?? ''}`),
      }),
  };
}
