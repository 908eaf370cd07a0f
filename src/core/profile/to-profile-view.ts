/** What rules can query in a profile: facts and confirmed values, and the runtime documents in force. */
import { isProfilePath } from './profile-fields.ts';
import type { KnownField, ProfileView, RuntimeVerdict, RuntimeView } from './profile-view.ts';
import { toObservation } from './runtime/observed.ts';
import type { ProfileDocument } from './profile-document.ts';
import { basisOf, isKnown, type ProfileContent, type ProfileFields } from './security-profile.ts';
import { toAppArmorQueries } from './runtime/apparmor/apparmor-queries.ts';
import { toSeccompQuery, listenVerdictOf, execVerdictOf, toSeccompFacts } from './runtime/seccomp/seccomp-queries.ts';
import { strictest, weakest } from './runtime/verdicts.ts';

export interface LoadedDocument {
  /** Display name of the document, for the evidence. */
  readonly name: string;
  readonly inForce: boolean;
  readonly confirmedBy?: string;
  readonly confirmedAt?: string;
  readonly document: ProfileDocument;
}

export function toProfileView(
  { name, version, fields }: Pick<ProfileContent, 'name' | 'fields'> & { readonly version: number },
  documents: readonly LoadedDocument[],
): ProfileView {
  const known = (path: string): KnownField | undefined => findKnown(fields, path);
  return {
    name,
    version,
    known,
    runtime: toRuntimeView(
      documents.filter(({ inForce }) => inForce),
      known,
    ),
    observations: documents.flatMap(({ document }) => (document.kind === 'observed' ? [toObservation(document)] : [])),
  };
}

/** Notes are for people and are never evidence. */
function findKnown(fields: ProfileFields, path: string): KnownField | undefined {
  if (!isProfilePath(path) || path === 'text.notes') return undefined;
  const field = fields[path];
  if (!isKnown(field)) return undefined;
  const basis = basisOf(field);
  return basis === undefined ? undefined : { value: field.value, complete: field.complete ?? false, basis };
}

/**
 * Combines the documents in force; undefined if none can deny anything. AppArmor and seccomp are enforced together, so either may
 * deny. Of several documents of one kind only one applies to a process, and it is not known which, so all must deny.
 */
function toRuntimeView(
  documents: readonly LoadedDocument[],
  known: (path: string) => KnownField | undefined,
): RuntimeView | undefined {
  const facts = toSeccompFacts(known);
  const appArmors = documents.flatMap(({ name, document }) =>
    document.kind === 'apparmor' ? [toAppArmorQueries(document, name)] : [],
  );
  const seccomps = documents.flatMap(({ name, document }) =>
    document.kind === 'seccomp' ? [toSeccompQuery(document, name, facts)] : [],
  );
  if (appArmors.length + seccomps.length === 0) return undefined;
  const both = (ofAppArmor: readonly RuntimeVerdict[], ofSeccomp: readonly RuntimeVerdict[]): RuntimeVerdict =>
    strictest([ofAppArmor, ofSeccomp].filter((verdicts) => verdicts.length > 0).map(weakest));

  return {
    file: memoize((path, mode) => weakest(appArmors.map((each) => each.file(path, mode)))),
    syscall: (name) => weakest(seccomps.map((ask) => ask(name))),
    capability: (name) => weakest(appArmors.map((each) => each.capability(name))),
    listen: (protocol, port) =>
      both(
        appArmors.map((each) => each.listen(protocol, port)),
        seccomps.map((ask) => listenVerdictOf(ask, protocol)),
      ),
    execAny: () =>
      both(
        appArmors.map((each) => each.execAny()),
        seccomps.map(execVerdictOf),
      ),
  };
}

/** The same files are queried for every vulnerability of their component. */
function memoize(ask: RuntimeView['file']): RuntimeView['file'] {
  const answers = new Map<string, RuntimeVerdict>();
  return (path, mode) => {
    const key = `${mode} ${path}`;
    const answer = answers.get(key) ?? ask(path, mode);
    answers.set(key, answer);
    return answer;
  };
}
