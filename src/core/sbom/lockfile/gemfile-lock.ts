/**
 * `Gemfile.lock` of Bundler. Gems are listed below their source, each with its dependencies; a gem may have one entry for each
 * platform. The section DEPENDENCIES names what the project needs itself, but not its groups.
 */
import { SUBJECT } from '../draft/inventory-draft.ts';
import type { LockfileDraft } from './lockfile-draft.ts';
import { LockfileProblem } from './structured-text.ts';

export function readGemfileLock(text: string, draft: LockfileDraft): void {
  const needs: { readonly from: number; readonly name: string }[] = [];
  let section = '';
  let source = new Map<string, string>();
  let gem = SUBJECT;
  let hasSources = false;
  for (const [i, line] of text.split('\n').entries()) {
    const content = line.trim();
    const depth = line.length - line.trimStart().length;
    if (content === '') continue;
    if (depth === 0) {
      section = content;
      source = new Map();
      hasSources ||= SOURCES.has(section);
    } else if (section === 'DEPENDENCIES') needs.push({ from: SUBJECT, name: toGem(content).name });
    else if (!SOURCES.has(section)) continue;
    else if (depth === 2) source.set(...splitMember(content));
    else if (depth === 4) gem = addGem(draft, { section, source }, content);
    else if (depth === 6) needs.push({ from: gem, name: toGem(content).name });
    else throw new LockfileProblem(`it is not valid at line ${i + 1}`);
  }
  if (!hasSources) throw new LockfileProblem('it lists no source of gems');
  for (const { from, name } of needs) {
    const to = draft.find(name);
    draft.link(from, to);
    // Bundler itself is needed by many gems and listed apart.
    if (to.length === 0 && name !== 'bundler') draft.addMissing('', name);
  }
}

const SOURCES: ReadonlySet<string> = new Set(['GEM', 'GIT', 'PATH', 'PLUGIN SOURCE']);

function splitMember(content: string): [string, string] {
  const colon = content.indexOf(':');
  return [content.slice(0, Math.max(colon, 0)), content.slice(colon + 1).trim()];
}

/** `rails (7.0.4)`, `nokogiri (1.15.0-x86_64-linux)`; `!` marks a gem from a source of its own. */
function toGem(content: string): { readonly name: string; readonly version: string | undefined } {
  const at = content.indexOf(' (');
  const name = (at === -1 ? content : content.slice(0, at)).replace(/!$/, '');
  return { name, version: at === -1 ? undefined : content.slice(at + 2).replace(/\)!?$/, '') };
}

function addGem(
  draft: LockfileDraft,
  { section, source }: { readonly section: string; readonly source: ReadonlyMap<string, string> },
  content: string,
): number {
  const { name, version } = toGem(content);
  const remote = source.get('remote') ?? 'unknown';
  const revision = source.get('revision');
  const address = revision === undefined ? remote : `${remote}#${revision}`;
  return draft.add(name, {
    name,
    version,
    isLocal: section === 'PATH',
    ...(section === 'GIT' && { address }),
  });
}
