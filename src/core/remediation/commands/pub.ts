/** Pub, for Dart and Flutter. https://dart.dev/tools/pub/dependencies#dependency-overrides */
import { type Command, type CommandRequest, isSafeName, isSafeVersion, PLAIN_VERSION, quoteWord } from './command.ts';

const NAME = /^[a-z][a-z0-9_]*$/;

export function writePub({ name, version, kind }: CommandRequest): readonly Command[] | undefined {
  if (!isSafeName(name, NAME) || !isSafeVersion(version, PLAIN_VERSION)) return undefined;
  const [section, requirement] =
    kind === 'upgrade' ? ['dependencies', `^${version}`] : ['dependency_overrides', version];
  // JSON strings are YAML strings.
  const text = `${section}:\n  ${name}: ${JSON.stringify(requirement)}`;
  return [
    { manager: 'pub', form: 'file', file: 'pubspec.yaml', text },
    { manager: 'pub', form: 'shell', text: `dart pub upgrade ${quoteWord(name)}` },
  ];
}
