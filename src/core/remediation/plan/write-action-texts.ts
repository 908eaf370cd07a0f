/** Writes the text and the commands of an action. */
import { LIMITS } from '../../limits.ts';
import type { Advice, PositionAdvice } from '../advice.ts';
import type { CommandAnswer, CommandRequest } from '../commands/command.ts';
import { isGoItself } from '../commands/go.ts';
import { writeCommands } from '../commands/write-commands.ts';
import type { ActionAlternative, DraftAction } from './plan-action.ts';
import type { PlanPackage } from './plan-input.ts';
import type { Target } from '../targets/target.ts';
import type { ActionKind } from '../../vocabulary/remediation.ts';

interface TextParts {
  readonly leading: PlanPackage;
  readonly kind: ActionKind;
  readonly to: string | null;
  readonly advice: PositionAdvice | undefined;
  readonly worst: Target | undefined;
}

export function writeActionTexts(parts: TextParts): Pick<DraftAction, 'text' | 'commands' | 'alternatives'> {
  const { leading, to, advice, worst } = parts;
  const { name, isLinked, withoutClean, answer } = leading;
  if (to === null || advice === undefined || worst === undefined) {
    const text = withoutClean?.text ?? `Look for an alternative to ${name}.`;
    return { text, commands: NO_COMMANDS, alternatives: toVersionAlternatives(leading, answer.alternatives) };
  }
  const isGo = leading.package.identity.family === 'Go' && isGoItself(name);
  const main = isGo ? `Rebuild with Go ${to} or later.` : advice.main.text;
  const rest = worst.isClean ? '' : ' It reduces the risk but does not fix every vulnerability.';
  const rebuild = isLinked === true && !isGo ? ' It is compiled in: rebuild and redeploy.' : '';
  return {
    text: `${main}${rest}${describeSightings(worst)}${rebuild}`,
    commands: commandsFor(leading, advice.main, worst),
    alternatives: [
      ...advice.alternatives.map((each) => ({ advice: each, commands: commandsFor(leading, each, worst) })),
      ...toVersionAlternatives(
        leading,
        answer.alternatives.filter(({ target }) => target.version !== to),
      ),
    ],
  };
}

/** Tells the user when only documents of the organization name the version. */
function describeSightings({ seenIn }: Target): string {
  return seenIn.length === 0 ? '' : ' This version is used in this organization; no advisory names it.';
}

const NO_COMMANDS: CommandAnswer = { commands: [], commandReason: 'none' };

/** The version of the parent is unknown, so there is no command for it. */
function commandsFor(leading: PlanPackage, { kind }: Advice, target: Target): CommandAnswer {
  if (kind === 'bump_parent') return NO_COMMANDS;
  return writePackageCommands(leading, kind, target);
}

function writePackageCommands(
  leading: PlanPackage,
  kind: CommandRequest['kind'],
  { version, isOnLine }: Target,
): CommandAnswer {
  const { name, classifier, type, manager } = leading;
  const request = {
    name,
    version,
    kind,
    isOnLine,
    ...(classifier !== undefined && { classifier }),
    ...(type !== undefined && { type }),
  };
  return writeCommands(leading.package.identity.family, request, manager);
}

const ALTERNATIVES_MAX = LIMITS.remediationPathsMax;

function toVersionAlternatives(
  leading: PlanPackage,
  alternatives: PlanPackage['answer']['alternatives'],
): readonly ActionAlternative[] {
  const kind = leading.position.direct === false ? 'override' : 'upgrade';
  return alternatives
    .slice(0, ALTERNATIVES_MAX)
    .map((alternative) => ({ ...alternative, commands: writePackageCommands(leading, kind, alternative.target) }));
}
