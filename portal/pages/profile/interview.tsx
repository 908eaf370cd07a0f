/**
 * The five answers that would change most: fields of the profile and questions about the service in one list, by the number of
 * findings that each moves. An answer is saved at once and can be undone.
 */
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { WireQuestion } from '../../../src/api/contract/findings/question.ts';
import type { WireImpact, WireProfile } from '../../../src/api/contract/services/profile.ts';
import { Loading } from '../../parts/feedback/loading.tsx';
import { Notice } from '../../parts/feedback/notice.tsx';
import { Problem } from '../../parts/feedback/problem.tsx';
import { Section } from '../../parts/layout/section.tsx';
import { UntrustedText } from '../../parts/values/untrusted-text.tsx';
import { serviceQuestions } from '../../queries/services/questions.ts';
import { countOf } from '../../text/format/counts.ts';
import { findField, labelOf } from '../../text/profile/profile-fields.ts';
import { describeImpact, describeValue } from '../../text/profile/profile-values.ts';
import { ServiceQuestion } from '../questions/service-questions.tsx';
import { Choices } from './field-input.tsx';
import { toDraft, toProfileInput, withField, withInForce, type ProfileDraft } from './profile-draft.ts';
import { profileImpact, useSaveProfile, type ProfileAddress } from './profile-queries.ts';
import questionStyles from '../questions/questions.module.css';
import linkStyles from '../../parts/actions/link-button.module.css';
import styles from './profile.module.css';

type Assumption = WireImpact['assumptions'][number];
type Value = Pick<Assumption['values'][number], 'value' | 'complete'>;

const SHOWN_MAX = 5;

interface InterviewProps {
  readonly address: ProfileAddress;
  readonly profile: WireProfile;
  readonly etag: string | undefined;
  /** Why nothing can be answered now. */
  readonly whyNot: string | undefined;
}

export function Interview({ address, profile, etag, whyNot }: InterviewProps) {
  const impact = useQuery(profileImpact(address));
  const questions = useQuery(serviceQuestions(address.service, 'open'));
  const [skipped, setSkipped] = useState<ReadonlySet<string>>(new Set());
  const [last, setLast] = useState<{ readonly text: string; readonly before: WireProfile; readonly version: number }>();
  const { mutate, error, isPending } = useSaveProfile(address, etag);
  const failure = impact.error ?? questions.error;
  if (failure !== null) return <Problem error={failure} />;
  if (impact.data === undefined || questions.data === undefined) return <Loading rows={6} />;

  const save = (draft: ProfileDraft, text: string): void =>
    mutate(toProfileInput(draft, profile), {
      onSuccess: ({ body }) => setLast({ text, before: profile, version: body.version }),
    });
  const items = listItems(impact.data.assumptions, questions.data.items);
  const shown = items.filter(({ key }) => !skipped.has(key)).slice(0, SHOWN_MAX);
  return (
    <Section
      title="Answer first"
      id="answer-first"
      actions={
        skipped.size > 0 && (
          <button type="button" className={linkStyles.link} onClick={() => setSkipped(new Set())}>
            Show {countOf(skipped.size, 'skipped question')}
          </button>
        )
      }
    >
      <Summary impact={impact.data} fieldsSet={profile.fieldsSet} open={items.length} />
      {whyNot !== undefined && <Notice kind="neutral">{whyNot}</Notice>}
      {/* Undoing restores the whole profile, so it must not have changed since. */}
      {last?.version === profile.version && (
        <Notice kind="neutral">
          Saved: <UntrustedText text={last.text} charactersMax={160} />.{' '}
          <button
            type="button"
            className={linkStyles.link}
            disabled={whyNot !== undefined || isPending}
            onClick={() =>
              mutate(toProfileInput(toDraft(last.before), profile), { onSuccess: () => setLast(undefined) })
            }
          >
            Undo
          </button>
        </Notice>
      )}
      {error !== null && <Problem error={error} />}
      {shown.length > 0 && (
        <ul className={questionStyles.list} aria-label="Answer first">
          {shown.map(({ key, assumption, question }) =>
            question === undefined ? (
              <FieldQuestion
                key={key}
                assumption={assumption}
                profile={profile}
                isDisabled={whyNot !== undefined || isPending}
                onAnswer={save}
                onSkip={() => setSkipped(new Set([...skipped, key]))}
              />
            ) : (
              <ServiceQuestion key={key} service={address.service} question={question} />
            ),
          )}
        </ul>
      )}
    </Section>
  );
}

type Item = { readonly key: string; readonly moved: number } & (
  | { readonly assumption: Assumption; readonly question?: undefined }
  | { readonly assumption?: undefined; readonly question: WireQuestion }
);

/** Most findings first. What would change nothing is not asked. */
function listItems(assumptions: readonly Assumption[], questions: readonly WireQuestion[]): readonly Item[] {
  return [
    ...assumptions.map((assumption) => ({
      key: assumption.path ?? assumption.document ?? '',
      moved: assumption.largestTotal,
      assumption,
    })),
    ...questions.map((question) => {
      const { dismiss, deprioritize, suggest } = question.settles;
      return { key: question.id, moved: dismiss + deprioritize + suggest, question };
    }),
  ]
    .filter(({ moved }) => moved > 0)
    .toSorted((a, b) => b.moved - a.moved);
}

interface SummaryProps {
  readonly impact: WireImpact;
  readonly fieldsSet: number;
  readonly open: number;
}

function Summary({ impact: { version, findings, truncated }, fieldsSet, open }: SummaryProps) {
  const set = `${countOf(fieldsSet, 'field')} set.`;
  if (version === null) return <p className={styles.muted}>{set} Upload an SBOM to see what further answers change.</p>;
  return (
    <p className={styles.muted}>
      {set} {open === 0 ? 'No further answer changes a finding' : `${countOf(open, 'more answer')} can change findings`}
      , based on {truncated ? 'the most urgent ' : ''}
      {countOf(findings, 'finding')} of <UntrustedText text={version.name} charactersMax={60} />. Without AI, a profile
      only changes priorities.
    </p>
  );
}

interface FieldQuestionProps {
  readonly assumption: Assumption;
  readonly profile: WireProfile;
  readonly isDisabled: boolean;
  readonly onAnswer: (draft: ProfileDraft, text: string) => void;
  readonly onSkip: () => void;
}

function FieldQuestion({ assumption, profile, isDisabled, onAnswer, onSkip }: FieldQuestionProps) {
  const { path, document, values } = assumption;
  const field = path === null ? undefined : findField(path);
  const name = path === null ? nameDocument(profile, document) : labelOf(path);
  const text = field?.question ?? (path === null ? `Is ${name} in force?` : `${name}: is this right?`);
  const answer = ({ value, complete }: Value): void => {
    const draft = toDraft(profile);
    const changed =
      path === null ? withInForce(draft, document ?? '', true) : withField(draft, path, { value, complete });
    onAnswer(changed, path === null ? `${name} is in force` : `${name}: ${describeValue(value)}`);
  };
  const detected = path === null ? undefined : profile.suggestions[path];
  return (
    <li className={questionStyles.card} aria-label={text}>
      <div className={styles.asked}>
        <b>
          <UntrustedText text={text} charactersMax={160} />
        </b>
        <button type="button" className={linkStyles.link} onClick={onSkip} aria-label={`Skip: ${text}`}>
          Skip
        </button>
      </div>
      {detected !== undefined && (
        <p className={styles.muted}>
          Detected: <UntrustedText text={describeValue(detected.value)} charactersMax={120} />{' '}
          <UntrustedText text={detected.evidence ?? ''} charactersMax={160} />
        </p>
      )}
      {field?.form.type === 'choices' && values.length > 1 ? (
        <ListAnswer values={values} label={name} isDisabled={isDisabled} onAnswer={answer} />
      ) : (
        <ul className={styles.answers}>
          {values.map((value) => (
            <li key={JSON.stringify(value.value)}>
              <Button
                size="compact-sm"
                variant={isSame(value.value, detected?.value) ? 'filled' : 'default'}
                disabled={isDisabled}
                onClick={() => answer(value)}
              >
                {path === null ? 'Yes' : describeValue(value.value)}
              </Button>
              <span className={styles.muted}>{describeImpact(value)}</span>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

interface ListAnswerProps {
  readonly values: Assumption['values'];
  readonly label: string;
  readonly isDisabled: boolean;
  readonly onAnswer: (value: Value) => void;
}

/** A list counts only as a whole, so it is confirmed as one. */
function ListAnswer({ values, label, isDisabled, onAnswer }: ListAnswerProps) {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const names = values.map(({ value }) => String((value as readonly unknown[])[0]));
  const most = values.reduce((a, b) => (b.total > a.total ? b : a));
  return (
    <>
      <Choices label={label} values={names} chosen={chosen} isReadOnly={isDisabled} onChange={setChosen} />
      <ul className={styles.answers}>
        <li>
          <Button
            size="compact-sm"
            variant="default"
            disabled={isDisabled || chosen.length === 0}
            onClick={() => onAnswer({ value: chosen, complete: true })}
          >
            Confirm list
          </Button>
          <span className={styles.muted}>
            {describeValue(most.value)} alone {describeImpact(most)}
          </span>
        </li>
      </ul>
    </>
  );
}

function nameDocument({ documents }: WireProfile, sha256: string | null): string {
  return documents.find((each) => each.sha256 === sha256)?.name ?? `document ${sha256?.slice(0, 12) ?? ''}`;
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
