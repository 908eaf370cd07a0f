/**
 * Converts a claim to OpenVEX, which requires a justification for `not_affected` and an action for `affected`. A protection that
 * can be switched off is not a justification there: the finding is exported as affected, with the action to keep the protection.
 */
import type { ExportedDecision, ExportedFinding } from './exported-finding.ts';
import {
  BUILT_IN_PROTECTION,
  findTerm,
  STATUS_OF_STATE,
  EXPORTED_JUSTIFICATIONS,
  type ExportedJustification,
} from '../vex-vocabulary.ts';
import { toClaim, type Claim } from './claim.ts';
import { OPENVEX_JUSTIFICATIONS, type OpenVexJustification, type VexResponse } from '../../vocabulary/vex.ts';

export type OpenVexClaim =
  | {
      readonly status: 'not_affected';
      readonly justification?: OpenVexJustification;
      readonly impact_statement: string;
    }
  | { readonly status: 'affected'; readonly status_notes?: string; readonly action_statement: string }
  | { readonly status: 'fixed' | 'under_investigation'; readonly status_notes: string };

export function toOpenVexClaim(finding: ExportedFinding): OpenVexClaim {
  const claim = toClaim(finding);
  const status = STATUS_OF_STATE[claim.state];
  if (status === 'affected') return toAffected(claim);
  if (status !== 'not_affected') return { status, status_notes: claim.text };
  if (claim.state === 'false_positive') return toFalsePositive(claim);
  const exported = toExportedJustification(claim, finding.deciding);
  if (exported === undefined) return { status, impact_statement: claim.text };
  if (exported.as === 'affected') return toProtected(claim);
  const text = exported.named ? `${claim.text} (${claim.justification})` : claim.text;
  return { status, justification: exported.as, impact_statement: text };
}

/** The justification of the imported statement if it was OpenVEX; otherwise the nearest equivalent. */
function toExportedJustification(
  { justification }: Claim,
  deciding: ExportedDecision | null,
): ExportedJustification | undefined {
  const { verbatim, builtIn } = deciding ?? {};
  const imported = verbatim?.format === 'openvex' ? (verbatim.justification ?? undefined) : undefined;
  const word = findTerm(OPENVEX_JUSTIFICATIONS, imported);
  if (word !== undefined) return { as: word, named: false };
  if (justification === null) return undefined;
  if (justification === 'protected_at_runtime' && builtIn === true) return BUILT_IN_PROTECTION;
  return EXPORTED_JUSTIFICATIONS[justification];
}

function toFalsePositive({ text }: Claim): OpenVexClaim {
  const impact = `${text} (false_positive)`;
  return { status: 'not_affected', justification: 'vulnerable_code_not_present', impact_statement: impact };
}

function toProtected({ justification, text }: Claim): OpenVexClaim {
  return { status: 'affected', action_statement: `Keep the protection enabled (${justification}): ${text}` };
}

const ACTIONS: Readonly<Record<VexResponse, string>> = {
  can_not_fix: 'No fix is available.',
  will_not_fix: 'It will not be fixed; the risk is accepted.',
  update: 'Upgrade to a version that is not affected.',
  rollback: 'Downgrade to a version that is not affected.',
  workaround_available: 'Apply the workaround.',
};
const NO_ACTION = 'Upgrade to a version that is not affected, or remove the component.';

function toAffected({ response, text }: Claim): OpenVexClaim {
  const actions = response.map((each) => ACTIONS[each]).join(' ');
  return { status: 'affected', status_notes: text, action_statement: actions === '' ? NO_ACTION : actions };
}
