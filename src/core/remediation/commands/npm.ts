/** npm, pnpm and yarn. https://docs.npmjs.com/cli/configuring-npm/package-json#overrides, https://pnpm.io/settings#overrides */
import {
  type Command,
  type CommandRequest,
  isSafeName,
  isSafeVersion,
  PLAIN_VERSION,
  quoteWord,
  toJson,
} from './command.ts';

const NAME = /^(?:@[a-z0-9][a-z0-9._-]*\/)?[A-Za-z0-9][A-Za-z0-9._-]*$/;

export function writeNpm({ name, version, kind }: CommandRequest): readonly Command[] | undefined {
  if (!isSafeName(name, NAME) || !isSafeVersion(version, PLAIN_VERSION)) return undefined;
  const word = quoteWord(`${name}@${version}`);
  if (kind === 'upgrade') {
    return [
      { manager: 'npm', form: 'shell', text: `npm install ${word}` },
      { manager: 'pnpm', form: 'shell', text: `pnpm add ${word}` },
      { manager: 'yarn', form: 'shell', text: `yarn add ${word}` },
    ];
  }
  const pinned = { [name]: version };
  return [
    { manager: 'npm', form: 'file', file: 'package.json', text: toJson({ overrides: pinned }) },
    {
      manager: 'pnpm',
      form: 'file',
      file: 'pnpm-workspace.yaml',
      // JSON strings are YAML strings.
      text: `overrides:\n  ${JSON.stringify(name)}: ${JSON.stringify(version)}`,
      note: 'Before pnpm 10, use "pnpm": { "overrides": ... } in package.json.',
    },
    { manager: 'yarn', form: 'file', file: 'package.json', text: toJson({ resolutions: pinned }) },
  ];
}
