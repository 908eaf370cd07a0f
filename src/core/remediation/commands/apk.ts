/** apk, for Alpine and related distributions, where every binary package has the version of its source. */
import { type Command, type SystemRequest, isSafeName, isSafeVersion, quoteWord } from './command.ts';

const NAME = /^[A-Za-z0-9][A-Za-z0-9+._-]*$/;
const VERSION = /^[0-9][0-9A-Za-z._-]*$/;

export function writeApk({ names, version, isImage }: SystemRequest): readonly Command[] | undefined {
  if (names.length === 0 || !names.every((name) => isSafeName(name, NAME))) return undefined;
  if (version !== undefined && !isSafeVersion(version, VERSION)) return undefined;
  const words = names.map((name) => quoteWord(version === undefined ? name : `${name}>=${version}`)).join(' ');
  if (!isImage) return [{ manager: 'apk', form: 'shell', text: `apk add --upgrade ${words}` }];
  return [
    { manager: 'apk', form: 'dockerfile', file: 'Dockerfile', text: `RUN apk add --no-cache --upgrade ${words}` },
  ];
}
