/**
 * Combines the documents in force. AppArmor and seccomp are enforced together, so either may deny. Of several documents of one
 * kind only one applies to a process, and it is not known which, so all must deny.
 */
import type { KnownField, RuntimeVerdict, RuntimeView } from '../profile-view.ts';
import { toAppArmorQueries } from './apparmor/apparmor-queries.ts';
import type { RuntimeDocument } from './runtime-document.ts';
import { toSeccompQuery, listenVerdictOf, execVerdictOf, toSeccompFacts } from './seccomp/seccomp-queries.ts';
import { strictest, weakest } from './verdicts.ts';

/** Undefined: no document that can deny anything. */
export function toRuntimeView(
  documents: readonly { readonly name: string; readonly document: RuntimeDocument }[],
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
