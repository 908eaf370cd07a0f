/** Mix, for Elixir and Erlang. https://hexdocs.pm/mix/Mix.Tasks.Deps.html */
import { type Command, type CommandRequest, isSafeName, isSafeVersion, PLAIN_VERSION, quoteWord } from './command.ts';

const NAME = /^[a-z][a-z0-9_]*$/;

export function writeHex({ name, version, kind }: CommandRequest): readonly Command[] | undefined {
  if (!isSafeName(name, NAME) || !isSafeVersion(version, PLAIN_VERSION)) return undefined;
  const requirement = JSON.stringify(`~> ${version}`);
  const line = kind === 'upgrade' ? `{:${name}, ${requirement}}` : `{:${name}, ${requirement}, override: true}`;
  return [
    { manager: 'mix', form: 'file', file: 'mix.exs', text: line },
    { manager: 'mix', form: 'shell', text: `mix deps.update ${quoteWord(name)}` },
  ];
}
