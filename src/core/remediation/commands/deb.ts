/** apt, for Debian and Ubuntu. The versions of binary packages may differ from their source, so none is pinned. */
import { type Command, type SystemRequest, isSafeName, quoteWord } from './command.ts';

const NAME = /^[a-z0-9][a-z0-9+.-]*$/;

export function writeDeb({ names, isImage }: SystemRequest): readonly Command[] | undefined {
  if (names.length === 0 || !names.every((name) => isSafeName(name, NAME))) return undefined;
  const words = names.map(quoteWord).join(' ');
  if (!isImage) return [{ manager: 'apt', form: 'shell', text: `apt-get install --only-upgrade ${words}` }];
  const text = `RUN apt-get update && apt-get install -y --only-upgrade ${words} && rm -rf /var/lib/apt/lists/*`;
  return [{ manager: 'apt', form: 'dockerfile', file: 'Dockerfile', text }];
}
