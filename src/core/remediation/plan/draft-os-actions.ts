/**
 * Drafts actions for system packages: updates of single source packages, rebuilds of whole images on an updated base, and moves to
 * another release.
 */
import { uniqueSorted } from '../../collections/text-lists.ts';
import { describeMove, listEndedReleases } from '../../identity/distro/end-of-life.ts';
import { compareConfidence } from '../../match/confidence.ts';
import { isSafeName, NO_COMMANDS, type Command, type CommandAnswer } from '../commands/command.ts';
import { writeSystemCommands } from '../commands/write-commands.ts';
import { checkArchive, existsInArchive } from './archive-check.ts';
import { listFixedFindings, type FindingsOf } from './draft-upgrades.ts';
import { groupOsPackages, type OsGroup, type OsPackage } from './os-packages.ts';
import { effortOf, type DraftAction } from './plan-action.ts';
import type { PlanInput, PlanPackage } from './plan-input.ts';
import type { Confidence } from '../../vocabulary/finding.ts';
import type { ActionKind } from '../../vocabulary/remediation.ts';

/** Returns one action per source package or base image. */
export function draftOsActions(
  packages: readonly PlanPackage[],
  findingsOf: FindingsOf,
  { images, at }: Pick<PlanInput, 'images' | 'at'>,
): readonly DraftAction[] {
  const byId = new Map(packages.map((each) => [each.id, each]));
  const groups = groupOsPackages(packages.flatMap(toOsPackages), images, at);
  // The same update in several images, and images on one base, are one action.
  const same = [...Map.groupBy(groups, keyOf)].map(([key, ofKey]) => ({ key, ofKey, id: idOf(ofKey) }));
  const byName = Map.groupBy(same, ({ id }) => id);
  return same.map(({ key, ofKey, id }) =>
    toDraft(byName.get(id)?.length === 1 ? id : key, ofKey, { byId, findingsOf, at }),
  );
}

function toOsPackages({ id, package: { identity }, places, answer }: PlanPackage): readonly OsPackage[] {
  return places.map((place) => ({ packageId: id, identity, ...place, target: answer.best?.version }));
}

function keyOf({ kind, family, release, source, baseName, base, image }: OsGroup): string {
  const subject = kind === 'os_update' ? (source ?? '') : (baseName ?? base.layer ?? image ?? '');
  return JSON.stringify([kind, family, release, subject]);
}

const TAG_OR_DIGEST = /(?::[^/:@]*)?(?:@[^/@]*)?$/;

/** The id excludes layers, tags and digests, which change with every build while the action stays the same. */
function idOf(groups: readonly OsGroup[]): string {
  const [first] = groups;
  const images = groups.map(({ image }) => (image ?? '').replace(TAG_OR_DIGEST, '')).toSorted();
  return JSON.stringify([first?.kind, first?.family, first?.release, first?.source ?? first?.baseName ?? images[0]]);
}

function toDraft(
  id: string,
  groups: readonly OsGroup[],
  {
    byId,
    findingsOf,
    at,
  }: { readonly byId: ReadonlyMap<string, PlanPackage>; readonly findingsOf: FindingsOf; readonly at: string },
): DraftAction {
  const all = (pick: (group: OsGroup) => readonly string[]): readonly string[] => uniqueSorted(groups.flatMap(pick));
  const packagesOf = (ids: readonly string[]): readonly PlanPackage[] => ids.flatMap((each) => byId.get(each) ?? []);
  const [first] = groups;
  const { kind = 'os_update', family = 'Linux', release = '' } = first ?? {};
  const fixed = packagesOf(all((group) => group.fixed));
  const members = packagesOf(all((group) => group.packageIds));
  const ended = fixed.flatMap(({ id: packageId, answer }) =>
    answer.best === undefined ? [] : listFixedFindings(findingsOf(packageId), answer.best),
  );
  const fixes = new Set(ended.map((finding) => finding.id));
  const others = members.flatMap((each) => findingsOf(each.id)).map((finding) => finding.id);
  const isMove = kind === 'move_release';
  const targets = uniqueSorted(groups.flatMap(({ target }) => target ?? []));
  const to = targets.length === 1 ? (targets[0] ?? null) : null;
  const baseName = first !== undefined && kind !== 'os_update' && first.isBuilt ? findBaseName(first) : undefined;
  const name = first?.source ?? baseName ?? `${family} ${release}`;
  const binaries = all((group) => group.binaries);
  const archive = checkArchive(fixed, groups.some(({ isBuilt }) => isBuilt) ? 'rebuild' : 'update');
  return {
    id,
    kind,
    package: { key: id, name, family, line: release },
    // For a whole base or release this would list every package.
    from: first?.source === undefined ? [] : uniqueSorted(members.map(versionOf)),
    to,
    changes: fixed.map(({ id: packageId, answer }) => ({ packageId, to: answer.best?.version ?? null })),
    verifiedExists: existsInArchive(archive),
    distance: fixed[0]?.answer.best?.distance ?? 'unknown',
    breaking: isMove ? 'likely' : 'none',
    claim: isMove || fixes.size === 0 ? 'unknown' : 'known',
    confidence: findLowestConfidence(fixed),
    direct: null,
    introducedBy: [],
    images: uniqueSorted(groups.flatMap(({ image }) => image ?? [])),
    fixes: uniqueSorted([...fixes]),
    mayFix: isMove ? uniqueSorted(others) : [],
    introduces: uniqueSorted(fixed.flatMap(({ answer }) => answer.best?.introduces ?? [])),
    remaining: uniqueSorted(fixed.flatMap(({ answer }) => answer.best?.remaining ?? [])),
    effort: effortOf(isMove ? kindOfMove(first) : kind, 'unknown'),
    text: first?.kind === 'move_release' ? describeEnd(first, members, at) : describeOsAction(groups, binaries, to),
    commands: commandsFor(groups, binaries, to),
    alternatives: [],
    evidence: [],
    withoutClean: null,
    ...(archive !== undefined && { archive }),
  };
}

/** Moving a machine takes more effort than an image, which is built anew in any case. */
function kindOfMove(group: OsGroup | undefined): ActionKind {
  return group?.isBuilt === true ? 'rebuild_base' : 'replace';
}

function versionOf({ package: { identity, version } }: PlanPackage): string {
  return identity.source?.version ?? version;
}

/** Returns a Dockerfile line for an image and a shell command for a machine, or both if both have the package. */
function commandsFor(groups: readonly OsGroup[], names: readonly string[], to: string | null): CommandAnswer {
  const [first] = groups;
  if (first === undefined || first.kind === 'move_release') return NO_COMMANDS;
  if (first.kind === 'rebuild_base') return { commands: writeRebuild(first) };
  const places = [true, false].filter((isImage) => groups.some(({ isBuilt }) => isBuilt === isImage));
  const answers = places.map((isImage) =>
    writeSystemCommands(first.family, { names, version: to ?? undefined, isImage }),
  );
  const refused = answers.find(({ commandReason }) => commandReason !== undefined);
  return refused ?? { commands: answers.flatMap(({ commands }) => commands) };
}

function findLowestConfidence(fixed: readonly PlanPackage[]): Confidence {
  const confidences = fixed.flatMap(({ answer }) => answer.best?.confidence ?? []);
  return confidences.toSorted(compareConfidence).at(-1) ?? 'high';
}

function describeDistribution({ family, release }: OsGroup): string {
  return `${family} ${release}`.trim();
}

function describeEnd(group: OsGroup, members: readonly PlanPackage[], at: string): string {
  const ended = listEndedReleases(at).find(
    ({ family, release }) => family === group.family && release === group.release,
  );
  const { length } = members.filter(({ answer }) => answer.best !== undefined);
  const updates = length === 0 ? '' : ` Until then, update ${length === 1 ? '1 package' : `${length} packages`}.`;
  return `${describeDistribution(group)} has reached end of life. ${describeMove(ended)}${updates}`;
}

const BINARIES_SHOWN_MAX = 10;

function describeOsAction(groups: readonly OsGroup[], binaries: readonly string[], to: string | null): string {
  const [group] = groups;
  if (group === undefined) return '';
  const { kind, source } = group;
  const place = describeDistribution(group);
  const listed =
    binaries.slice(0, BINARIES_SHOWN_MAX).join(', ') + (binaries.length > BINARIES_SHOWN_MAX ? ', ...' : '');
  if (kind === 'os_update') return `Update ${source ?? ''}${to === null ? '' : ` to ${to}`} in ${place} (${listed}).`;
  const guess = group.base.from === 'guess' ? ' The base image is an estimate.' : '';
  const count = uniqueSorted(groups.flatMap(({ notFixed }) => notFixed)).length;
  const without = count === 1 ? '1 package has' : `${count} packages have`;
  const rest = count === 0 ? '' : ` ${without} no fix in this release.`;
  return `Rebuild on an updated base image of ${place} (${listed}).${rest}${guess}`;
}

/** Official images by distribution, with the tag of the release: the safest name of the newest build. */
const IMAGES: ReadonlyMap<string, (release: string) => string> = new Map([
  ['Debian', (release) => `debian:${release}`],
  ['Ubuntu', (release) => `ubuntu:${release}`],
  ['Alpine', (release) => `alpine:${release.replace(/^v/, '')}`],
  ['AlmaLinux', (release) => `almalinux:${release}`],
  ['Rocky Linux', (release) => `rockylinux/rockylinux:${release}`],
  ['openSUSE', (release) => `opensuse/leap:${release}`],
  ['Photon OS', (release) => `photon:${release}`],
  ['Mageia', (release) => `mageia:${release}`],
]);

// A registry may have a port; a tag follows the last colon. Digests are excluded, because a digest is always the same build.
const REFERENCE = /^[a-z0-9][a-z0-9._-]*(?::[0-9]{1,5})?(?:\/[a-z0-9][a-z0-9._-]*)*(?::[A-Za-z0-9_][A-Za-z0-9_.-]*)?$/;

type BaseImage = Pick<OsGroup, 'family' | 'release' | 'baseName'>;

/** Returns the name of the base, such as `debian:12`; undefined: unknown, or not safe to copy. */
function findBaseName({ family, release, baseName }: BaseImage): string | undefined {
  const reference = baseName ?? IMAGES.get(family)?.(release);
  return reference !== undefined && isSafeName(reference, REFERENCE) ? reference : undefined;
}

/** Commands to rebuild an image on the newest build of its base. */
export function writeRebuild(base: BaseImage): readonly Command[] {
  const reference = findBaseName(base);
  const build: Command = { manager: 'docker', form: 'shell', text: 'docker build --pull --no-cache .' };
  if (reference === undefined) return [build];
  const from: Command = { manager: 'docker', form: 'dockerfile', file: 'Dockerfile', text: `FROM ${reference}` };
  if (base.baseName !== undefined) return [from, build];
  const note = `Or the newest build of your ${base.family} ${base.release} base image.`;
  return [{ ...from, note }, build];
}
