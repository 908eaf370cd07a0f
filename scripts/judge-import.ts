/**
 * Applies the table of `import-rules.ts` to one import. Specifiers name files exactly, so resolving means joining paths; `exists`
 * checks whether such a file exists, which keeps this file independent of the disk.
 */
import { isBuiltin } from 'node:module';
import { posix } from 'node:path';
import {
  BUILT_FILES,
  CORE_FILES,
  CORE_PACKAGES,
  IMPORTABLE_EVERYWHERE,
  IMPORTABLE_OUTSIDE_CORE,
  OUTSIDE_ROOMS,
  PACKAGE_ROOMS,
  ROOMS,
  type Room,
  type Rule,
} from './import-rules.ts';
import { loadsFile, type ImportSeen } from './read-imports.ts';
import { isTest } from './source-files.ts';

export interface Broken {
  readonly rule: Rule;
  readonly because: string;
}

/** Returns the room of a file in `src/`, `portal/` or `bin/`; the longest name wins, so `api/contract` is not `api`. */
export function findRoom(path: string): Room | undefined {
  const place = path.startsWith('src/') ? path.slice('src/'.length) : path;
  const isInside = path.startsWith('src/');
  const rooms = ROOMS.filter(({ name }) => isInside !== OUTSIDE_ROOMS.includes(name) && holds(name, place));
  return rooms.sort((a, b) => b.name.length - a.name.length)[0];
}

export function judgeImport(
  from: string,
  room: Room,
  seen: ImportSeen,
  exists: (path: string) => boolean,
): Broken | undefined {
  const { specifier } = seen;
  if (specifier === undefined) return { rule: 'unreadable', because: 'The path is computed at run time.' };
  if (isBuiltin(specifier)) {
    return isCore(room)
      ? { rule: 'core-builtin', because: `${describe(room)} may import no Node built-in.` }
      : undefined;
  }
  if (!specifier.startsWith('.')) return judgePackage(room, packageOf(specifier), loadsFile(seen.kind));
  return judgeFile(room, targetOf(from, specifier), loadsFile(seen.kind), exists);
}

/** Bundlers allow a query after the name (`logo.svg?url`); it is not part of the file. */
export function targetOf(from: string, specifier: string): string {
  return posix.join(posix.dirname(from), specifier.split('?', 1)[0] ?? '');
}

function judgePackage(room: Room, name: string, loads: boolean): Broken | undefined {
  if (isCore(room) && !CORE_PACKAGES.includes(name)) {
    return { rule: 'core-package', because: `${describe(room)} may import only ${list(CORE_PACKAGES)}.` };
  }
  const owners = Object.hasOwn(PACKAGE_ROOMS, name) ? PACKAGE_ROOMS[name] : undefined;
  if (owners === undefined || owners.rooms.includes(room.name) || !(loads || owners.typesToo)) return undefined;
  return { rule: 'package', because: `${name} may be imported in ${list(owners.rooms)} only.` };
}

function judgeFile(room: Room, target: string, loads: boolean, exists: (path: string) => boolean): Broken | undefined {
  if (isTest(target)) return { rule: 'test', because: `${target} is a test.` };
  if (Object.hasOwn(BUILT_FILES, target) && BUILT_FILES[target] === room.name) return undefined;
  if (!exists(target)) return { rule: 'missing', because: `There is no file ${target}.` };

  const targetRoom = target === 'package.json' ? target : findRoom(target)?.name;
  if (targetRoom === undefined) {
    // A file of src without a room is reported once, not again by every file that imports it.
    return target.startsWith('src/') ? undefined : { rule: 'outside', because: `${target} is in no room.` };
  }
  if (mayLoad(room, targetRoom)) return undefined;
  if (!mayName(room, targetRoom)) {
    return { rule: 'arrow', because: `${describe(room)} may import ${list(everythingFor(room))}; not ${targetRoom}.` };
  }
  return loads
    ? { rule: 'types-only', because: `${describe(room)} may import only types of ${targetRoom}.` }
    : undefined;
}

function mayLoad(room: Room, target: string): boolean {
  if (target === room.name || covers(room.mayImport, target)) return true;
  if (OUTSIDE_ROOMS.includes(room.name) || importsNothing(room)) return false;
  return IMPORTABLE_EVERYWHERE.includes(target) || (!isCore(room) && covers(IMPORTABLE_OUTSIDE_CORE.values, target));
}

// The foundation of all rooms rests on nothing, so that it cannot become part of a cycle.
function importsNothing({ name }: Room): boolean {
  return name !== 'core' && IMPORTABLE_EVERYWHERE.includes(name);
}

function mayName(room: Room, target: string): boolean {
  if (covers(room.mayImportTypesOf ?? [], target)) return true;
  return !isCore(room) && !OUTSIDE_ROOMS.includes(room.name) && covers(IMPORTABLE_OUTSIDE_CORE.types, target);
}

function covers(names: readonly string[], target: string): boolean {
  if (names.includes(target)) return true;
  if (names.includes('core/*') && target.startsWith('core/')) return true;
  return names.includes('*') && target !== 'package.json' && !OUTSIDE_ROOMS.includes(target);
}

function everythingFor(room: Room): string[] {
  const types = (room.mayImportTypesOf ?? []).map((name) => `types of ${name}`);
  return ['itself', ...room.mayImport, ...types];
}

function holds(name: string, place: string): boolean {
  if (name === 'core') return CORE_FILES.includes(posix.relative('core', withoutTestMark(place)));
  return withoutTestMark(place) === name || place.startsWith(`${name}/`);
}

// A test belongs to the room of the file it tests, which matters for rooms that are single files.
function withoutTestMark(place: string): string {
  return place.replace('.test.', '.');
}

function isCore(room: Room): boolean {
  return room.name === 'core' || room.name.startsWith('core/');
}

function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

function describe(room: Room): string {
  return `${room.name} (${room.purpose})`;
}

function list(names: readonly string[]): string {
  return names.join(', ');
}
