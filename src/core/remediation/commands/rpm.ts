/** dnf, tdnf and zypper, for distributions with rpm packages. The versions of binary packages may differ from their source. */
import { type Command, type Manager, type SystemRequest, isSafeName, quoteWord } from './command.ts';

const NAME = /^[A-Za-z0-9_][A-Za-z0-9+._-]*$/;
// `RHSA-2024:1234`; an advisory installs exactly its fixes.
const ADVISORY = /^[A-Z]+-[0-9]{4}[:-][0-9A-Za-z]+$/;

interface RpmTool {
  readonly manager: Manager;
  readonly upgrade: string;
  readonly upgradeUnasked: string;
  readonly cleanUp: string;
}

const DNF: RpmTool = {
  manager: 'dnf',
  upgrade: 'dnf upgrade',
  upgradeUnasked: 'dnf upgrade -y',
  cleanUp: 'dnf clean all',
};
const TDNF: RpmTool = {
  manager: 'tdnf',
  upgrade: 'tdnf update',
  upgradeUnasked: 'tdnf update -y',
  cleanUp: 'tdnf clean all',
};
const ZYPPER: RpmTool = {
  manager: 'zypper',
  upgrade: 'zypper update',
  upgradeUnasked: 'zypper --non-interactive update',
  cleanUp: 'zypper clean',
};

const TOOLS: ReadonlyMap<string, RpmTool> = new Map([
  ['SUSE', ZYPPER],
  ['openSUSE', ZYPPER],
  ['Photon OS', TDNF],
  ['Azure Linux', TDNF],
]);

export function writeRpm({ family, names, advisory, isImage }: SystemRequest): readonly Command[] | undefined {
  if (names.length === 0 || !names.every((name) => isSafeName(name, NAME))) return undefined;
  const { manager, upgrade, upgradeUnasked, cleanUp } = TOOLS.get(family) ?? DNF;
  const words = names.map(quoteWord).join(' ');
  if (isImage) {
    const text = `RUN ${upgradeUnasked} ${words} && ${cleanUp}`;
    return [{ manager, form: 'dockerfile', file: 'Dockerfile', text }];
  }
  const commands: Command[] = [{ manager, form: 'shell', text: `${upgrade} ${words}` }];
  if (manager === 'dnf' && advisory !== undefined && isSafeName(advisory, ADVISORY))
    commands.push({ manager, form: 'shell', text: `${upgrade} --advisory=${quoteWord(advisory)}` });
  return commands;
}
