/**
 * `Cargo.lock`. Packages without a source are those of the workspace. A dependency names a package, with its version and source where
 * that is ambiguous. https://doc.rust-lang.org/cargo/guide/cargo-toml-vs-cargo-lock.html
 */
import { memberIn } from '../../json/members.ts';
import { SUBJECT } from '../draft/inventory-draft.ts';
import { listIn, textIn } from '../untrusted-value.ts';
import type { LockfileDraft } from './lockfile-draft.ts';
import { LockfileProblem, parseTomlObject } from './structured-text.ts';

export function readCargoLock(text: string, draft: LockfileDraft): void {
  const lock = parseTomlObject(text);
  const root = memberIn(lock, 'root');
  const packages = [...listIn(lock, 'package'), ...(root === undefined ? [] : [root])];
  const locals = packages.filter(isLocal);
  const nodes = packages.map((each) => {
    // A single package without a source is the project itself.
    if (each === root || (locals.length === 1 && isLocal(each))) return SUBJECT;
    const node = addPackage(draft, each);
    if (isLocal(each)) draft.link(SUBJECT, [node]);
    return node;
  });
  for (const [i, each] of packages.entries()) {
    for (const need of listIn(each, 'dependencies')) {
      const to = draft.find(toKey(String(need)));
      draft.link(nodes[i] ?? SUBJECT, to);
      if (to.length === 0) draft.addMissing(textIn(each, 'name') ?? '', String(need));
    }
  }
}

function isLocal(each: unknown): boolean {
  return textIn(each, 'source') === undefined;
}

function addPackage(draft: LockfileDraft, each: unknown): number {
  const name = textIn(each, 'name');
  const version = textIn(each, 'version');
  const source = textIn(each, 'source');
  if (name === undefined || version === undefined) throw new LockfileProblem('a package has no name or no version');
  const address = source?.startsWith('git+') === true ? source : undefined;
  const node = draft.add([name, version, source].filter(Boolean).join(' '), {
    name,
    version,
    address,
    isLocal: source === undefined,
  });
  draft.alias(`${name} ${version}`, node);
  draft.alias(name, node);
  return node;
}

/** `rand`, `rand 0.8.5`, or `rand 0.8.5 (registry+https://..)`. */
function toKey(need: string): string {
  return need.replace(/ \(([^()]*)\)$/, ' $1');
}
