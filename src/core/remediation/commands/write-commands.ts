/** ENTRY. Maps package families to command writers. A new family needs a file with its grammar and a line here. */
import { rulesOf } from '../../identity/ecosystems/ecosystem.ts';
import { writeApk } from './apk.ts';
import { writeBundler } from './bundler.ts';
import { writeCargo } from './cargo.ts';
import {
  NO_COMMANDS,
  type Command,
  type CommandAnswer,
  type CommandRequest,
  type CommandWriter,
  type Manager,
  type SystemRequest,
} from './command.ts';
import { writeComposer } from './composer.ts';
import { writeDeb } from './deb.ts';
import { isGoItself, writeGo } from './go.ts';
import { writeHex } from './hex.ts';
import { writeMaven } from './maven.ts';
import { writeNpm } from './npm.ts';
import { writeNuget } from './nuget.ts';
import { writePub } from './pub.ts';
import { writePypi } from './pypi.ts';
import { writeRpm } from './rpm.ts';
import type { Family } from '../../vocabulary/package.ts';

const WRITERS: { readonly [Name in Family]?: CommandWriter } = {
  npm: writeNpm,
  PyPI: writePypi,
  Maven: writeMaven,
  Go: writeGo,
  'crates.io': writeCargo,
  NuGet: writeNuget,
  Packagist: writeComposer,
  RubyGems: writeBundler,
  Hex: writeHex,
  Pub: writePub,
};

type SystemWriter = (request: SystemRequest) => readonly Command[] | undefined;

const SYSTEM_WRITERS: ReadonlyMap<string, SystemWriter> = new Map([
  ['debian', writeDeb],
  ['apk', writeApk],
  ['rpm', writeRpm],
]);

/** Package families that have commands. */
export const COMMAND_FAMILIES: readonly string[] = Object.keys(WRITERS);

/** Writes commands for a language package; the detected package manager comes first. */
export function writeCommands(family: Family, request: CommandRequest, manager?: Manager): CommandAnswer {
  if (family === 'Go' && isGoItself(request.name)) {
    return { ...NO_COMMANDS, sentence: `Rebuild with Go ${request.version} or later.` };
  }
  const writer = WRITERS[family];
  if (writer === undefined) return NO_COMMANDS;
  const commands = writer(request);
  if (commands === undefined) return { commands: [], commandReason: 'unsafe_name' };
  const isOfManager = (command: Command): boolean => command.manager === manager;
  return { commands: [...commands.filter(isOfManager), ...commands.filter((command) => !isOfManager(command))] };
}

/** Writes commands for binary packages of one distribution. */
export function writeSystemCommands(family: Family, request: Omit<SystemRequest, 'family'>): CommandAnswer {
  const rules = rulesOf(family);
  const writer = rules?.distribution === undefined ? undefined : SYSTEM_WRITERS.get(rules.scheme);
  if (writer === undefined) return NO_COMMANDS;
  const commands = writer({ family, ...request });
  return commands === undefined ? { commands: [], commandReason: 'unsafe_name' } : { commands };
}
