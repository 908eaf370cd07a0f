/** Text to copy. It is never run here, and nothing from a document or an advisory gets into it without passing a strict grammar. */

export type Manager =
  | ('npm' | 'pnpm' | 'yarn' | 'pip' | 'poetry' | 'maven' | 'gradle' | 'go' | 'cargo' | 'nuget' | 'composer')
  | ('bundler' | 'mix' | 'pub' | 'apt' | 'apk' | 'dnf' | 'tdnf' | 'zypper' | 'docker');

export interface Command {
  readonly manager: Manager;
  /** `shell`: one line for a POSIX shell. `file`: lines for a file. `dockerfile`: a line for a Dockerfile. */
  readonly form: 'shell' | 'file' | 'dockerfile';
  /** Without a line break at its end. */
  readonly text: string;
  /** The file that the lines are for. */
  readonly file?: string;
  /** What to know before. */
  readonly note?: string;
}

export interface CommandRequest {
  /** As the package manager spells it; of a Maven artifact `group:artifact`. */
  readonly name: string;
  readonly version: string;
  readonly kind: 'upgrade' | 'override';
  /** Whether the target leaves the installed line. */
  readonly isOnLine: boolean;
  /** Of a Maven artifact, where it has them. */
  readonly classifier?: string;
  readonly type?: string;
}

export interface SystemRequest {
  readonly family: string;
  /** Binary packages. */
  readonly names: readonly string[];
  /** Of the binary packages, where they all have it. */
  readonly version: string | undefined;
  /** A notice of the distribution that brings the fix: `RHSA-2024:1234`. */
  readonly advisory?: string;
  /** An image is built anew; nobody changes what runs. */
  readonly isImage: boolean;
}

/** No commands: why not, or `none` where the family has no package manager that takes one. */
export type CommandReason = 'unsafe_name' | 'none';

export interface CommandAnswer {
  readonly commands: readonly Command[];
  readonly commandReason?: CommandReason;
  /** What to do in words, where there is no command for it. */
  readonly sentence?: string;
}

/** The texts for one family of packages. Undefined: name or version are not in its grammar. */
export type CommandWriter = (request: CommandRequest) => readonly Command[] | undefined;
