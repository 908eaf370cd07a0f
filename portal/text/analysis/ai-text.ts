/** Texts for the AI step: shared data, permitted effects, reasons for not running, and cost. */
import type { WireAiCall, WireAiSettings, WireAiTest, WireAiUsage } from '../../../src/api/contract/ai.ts';
import type { WireReason } from '../../../src/api/contract/findings/relevance.ts';
import type { Stage } from './analysis-text.ts';
import { countOf, formatCount } from '../format/counts.ts';
import { describeCode } from '../findings/relevance-text.ts';
import { findLabel } from '../format/labels.ts';

type Labels = Readonly<Record<string, string>>;

export const PROVIDER_LABELS: Readonly<Record<WireAiSettings['provider'], string>> = {
  'openai-compatible': 'OpenAI-compatible',
  anthropic: 'Anthropic',
};

export const REASONING_LABELS: Readonly<Record<WireAiSettings['reasoningEffort'], string>> = {
  default: 'Default of the model',
  none: 'None',
  low: 'Low',
  medium: 'Medium',
  high: 'High',
};

export const SHARING_LABELS: Readonly<
  Record<WireAiSettings['sharing'], { readonly name: string; readonly text: string }>
> = {
  'advisory-only': {
    name: 'Advisories only',
    text: 'The second check gets the advisory text and the quote, and none of your data.',
  },
  'structured-profile': {
    name: 'Structured profile',
    text: 'Also the name, version and scope of the component, and the facts that contradict the advisory. No free text.',
  },
  'full-profile': {
    name: 'Full profile',
    text: 'Also all confirmed choices and lists of the security profile, and its notes, unchanged.',
  },
};

export const NEVER_SHARED =
  'Never sent: names of organizations, services and images, users, hosts, ports, runtime documents, and other findings.';

/** What is sent, when, to whom, and what never, for the settings page. */
export function describeSharing({ sharing, baseUrl, enabled }: WireAiSettings): readonly (readonly [string, string])[] {
  const second: Readonly<Record<WireAiSettings['sharing'], string>> = {
    'advisory-only': 'the same text and the quote',
    'structured-profile': 'the component and the facts that contradict the advisory',
    'full-profile': 'the component, the security profile and its notes',
  };
  const host = baseUrl === null ? undefined : URL.parse(baseUrl)?.host;
  return [
    [
      'Data sent',
      `Public advisory text and package names. Before a finding is dismissed, a second check also gets ${second[sharing]}.`,
    ],
    [
      'Timing',
      enabled ? 'After each analysis. Each advisory is read once for all services.' : 'Never while AI is off.',
    ],
    ['Recipient', host === undefined ? 'No model is configured.' : `${host}, and no other server.`],
    ['Never sent', NEVER_SHARED.slice('Never sent: '.length).replace(/^n/, 'N')],
  ];
}

export const MODE_LABELS: Readonly<Record<WireAiSettings['mode'], { readonly name: string; readonly text: string }>> = {
  auto: {
    name: 'Automatic',
    text: 'A finding becomes not relevant when every claim is verified and no guard applies. It stays listed with its evidence, and you can revert it.',
  },
  suggest: { name: 'Suggest only', text: 'Every suggestion needs review.' },
};

/** Why the stage was skipped or failed. */
const STAGE_REASONS: Labels = {
  ai_disabled: 'AI is disabled for the organization',
  opt_out: 'the service is excluded from AI',
  no_candidates: 'no findings to assess',
  budget: 'the budget is exhausted',
  circuit_open: 'the provider failed repeatedly',
  superseded: 'newer findings were published',
  provider_error: 'the provider failed',
  timeout: 'the provider timed out',
  auth: 'the provider rejected the key',
  invalid_output: 'the responses were invalid',
  truncated: 'the responses were cut off at the output limit',
  interrupted: 'interrupted',
};

/** Sentences from the server and codes unknown to this portal are returned unchanged. */
export function describeStageReason(reason: string): string {
  return findLabel(STAGE_REASONS, reason);
}

const COUNT_LABELS: Labels = {
  candidates: 'to assess',
  notSent: 'not sent: the advisory names no precondition',
  canaries: 'control advisories read',
  doubtful: 'only suggest: control advisory misread',
  sent: 'requested',
  cached: 'cached',
  answered: 'answered',
  abstained: 'unanswered',
  failed: 'failed',
  dismissed: 'not relevant',
  suggested: 'suggested',
  deprioritized: 'lower priority',
  kept: 'unchanged',
  left: 'pending',
  needsDeployment: 'depend on the deployment: push the Kubernetes manifests',
  needsAnswers: 'open questions: answer them',
};

const COUNT_ORDER = Object.keys(COUNT_LABELS);

/** Number of candidates first, then the outcomes. */
export function describeCounts(counts: Stage['counts']): readonly string[] {
  const rankOf = (what: string): number => {
    const rank = COUNT_ORDER.indexOf(what);
    return rank === -1 ? COUNT_ORDER.length : rank;
  };
  return Object.entries(counts)
    .toSorted(([a], [b]) => rankOf(a) - rankOf(b))
    .map(([what, count]) => describeCount(what, count));
}

/** A count of the stage: `12 to assess`, `3 rejected (quote not verified)` */
export function describeCount(what: string, count: number): string {
  if (!what.startsWith('ai_')) return `${formatCount(count)} ${findLabel(COUNT_LABELS, what)}`;
  const reason = describeCode(what.replaceAll('_', '-'));
  return `${formatCount(count)} rejected (${reason.charAt(0).toLowerCase()}${reason.slice(1)})`;
}

/** Undefined if the stage is not active. The number of findings is known once it is running. */
export function describeAiProgress(stage: Pick<Stage, 'status' | 'counts'> | undefined): string | undefined {
  if (stage?.status !== 'pending' && stage?.status !== 'running') return undefined;
  const count = stage.counts['candidates'];
  return count === undefined ? 'AI assessment is pending' : `AI is assessing ${countOf(count, 'finding')}`;
}

const ACTIONABLE_REASONS = ['budget', 'circuit_open', 'interrupted'];

/**
 * Describes findings that were not assessed although they should have been, because the user can act on it. Undefined if there is
 * nothing to report.
 */
export function describeUnassessed(
  stage: Pick<Stage, 'status' | 'reason' | 'retryAt'> | undefined,
): string | undefined {
  if (stage === undefined || stage.reason === null) return undefined;
  if (stage.status !== 'failed' && !(stage.status === 'skipped' && ACTIONABLE_REASONS.includes(stage.reason)))
    return undefined;
  const restart = stage.retryAt === null ? '' : ', restarts automatically';
  return `AI assessment incomplete: ${describeStageReason(stage.reason)}${restart}`;
}

const CALL_REASONS: Labels = {
  ...STAGE_REASONS,
  refusal: 'the model declined to answer',
};

const PURPOSE_LABELS: Readonly<Record<WireAiCall['purpose'], string>> = {
  facts: 'Requirements of the advisory',
  second: 'Second check',
  canary: 'Control advisory',
  test: 'Connection test',
  profile: 'Comparison with the profile',
};

export function describePurpose(purpose: WireAiCall['purpose']): string {
  return PURPOSE_LABELS[purpose];
}

const CALL_OUTCOME_LABELS: Readonly<Record<WireAiCall['outcome'], string>> = {
  answered: 'Answered',
  abstained: 'Unanswered',
  failed: 'Failed',
};

/** `Failed: the provider rejected the key` */
export function describeOutcome({ outcome, reason }: Pick<WireAiCall, 'outcome' | 'reason'>): string {
  return reason === null
    ? CALL_OUTCOME_LABELS[outcome]
    : `${CALL_OUTCOME_LABELS[outcome]}: ${findLabel(CALL_REASONS, reason)}`;
}

/** `The model gpt answered in 0.8 s.` */
export function describeTest({ ok, problem, reason, model, latencyMs }: WireAiTest): string {
  if (ok) return `${model} answered in ${(latencyMs / 1_000).toFixed(1)} s.`;
  return problem ?? `The test failed: ${findLabel(CALL_REASONS, reason ?? 'provider_error')}.`;
}

/** Verdict of the model, or the outcome if it was rejected. */
export function describeVerdict({ code, effect }: Pick<WireReason, 'code' | 'effect'>): string {
  if (effect === 'dismiss') return 'Not relevant, verified';
  if (effect === 'deprioritize') return 'Lower priority, verified';
  return findLabel(VERDICT_LABELS, code, 'Rejected');
}

const VERDICT_LABELS: Labels = { 'ai-no-contradiction': 'Nothing contradicts the advisory' };

/** The actor of an AI assessment is a model and a prompt version: `fake-1 prompt facts-1`. */
export function parseModelActor(actor: string): { readonly model: string; readonly prompt: string | undefined } {
  const at = actor.lastIndexOf(PROMPT_SEPARATOR);
  return at === -1
    ? { model: actor, prompt: undefined }
    : { model: actor.slice(0, at), prompt: actor.slice(at + PROMPT_SEPARATOR.length) };
}

const PROMPT_SEPARATOR = ' prompt ';

/** Prices are in the currency that the organization entered them in, which is not known. */
export function formatCost(cost: number): string {
  return cost.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: cost < 1 ? 4 : 2 });
}

/** `Current findings: 1,204 advisories, at most 320 calls and 610,000 tokens (about 1.20).` */
export function describeExpected({ advisories, calls, tokens, cost }: WireAiUsage['expected']): string {
  const found = `Current findings: ${formatCount(advisories)} ${advisories === 1 ? 'advisory' : 'advisories'}`;
  if (calls === 0) return `${found}, all read.`;
  const price = cost === null ? '' : ` (about ${formatCost(cost)})`;
  return `${found}, at most ${countOf(calls, 'call')} and ${formatCount(tokens)} tokens${price} to read the rest.`;
}
