/** Commands to rebuild an image on the newest build of its base. The tag in the registry is the safest name for it. */
import type { Command } from './command.ts';
import { isSafeName } from './safe-text.ts';

/** Official images by distribution, with the tag of the release. */
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

export interface BaseImage {
  readonly family: string;
  readonly release: string;
  /** From the labels of the image, if they name it. */
  readonly name: string | undefined;
}

/** Returns the name of the base, such as `debian:12`; undefined: unknown, or not safe to copy. */
export function findBaseName({ family, release, name }: BaseImage): string | undefined {
  const reference = name ?? IMAGES.get(family)?.(release);
  return reference !== undefined && isSafeName(reference, REFERENCE) ? reference : undefined;
}

export function writeRebuild(base: BaseImage): readonly Command[] {
  const reference = findBaseName(base);
  const build: Command = { manager: 'docker', form: 'shell', text: 'docker build --pull --no-cache .' };
  if (reference === undefined) return [build];
  const from: Command = { manager: 'docker', form: 'dockerfile', file: 'Dockerfile', text: `FROM ${reference}` };
  if (base.name !== undefined) return [from, build];
  const note = `Or the newest build of your ${base.family} ${base.release} base image.`;
  return [{ ...from, note }, build];
}
