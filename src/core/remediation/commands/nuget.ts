/** NuGet. https://learn.microsoft.com/nuget/consume-packages/central-package-management#transitive-pinning */
import {
  type Command,
  type CommandRequest,
  escapeXml,
  isSafeName,
  isSafeVersion,
  PLAIN_VERSION,
  quoteWord,
} from './command.ts';

const NAME = /^[A-Za-z0-9_][A-Za-z0-9_.-]*$/;

export function writeNuget({ name, version, kind }: CommandRequest): readonly Command[] | undefined {
  if (!isSafeName(name, NAME) || !isSafeVersion(version, PLAIN_VERSION)) return undefined;
  if (kind === 'upgrade') {
    const text = `dotnet add package ${quoteWord(name)} --version ${quoteWord(version)}`;
    return [{ manager: 'nuget', form: 'shell', text }];
  }
  return [
    {
      manager: 'nuget',
      form: 'file',
      file: 'Directory.Packages.props',
      text: `<PackageVersion Include="${escapeXml(name)}" Version="${escapeXml(version)}" />`,
      note: 'Needs CentralPackageTransitivePinningEnabled.',
    },
  ];
}
