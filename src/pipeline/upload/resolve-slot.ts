/**
 * Finds the document that an upload replaces: the one in its slot. Documents uploaded before the tag, the tool and the package
 * types were part of the slot keep their old slots; such a document is replaced if it is certainly the same.
 */
import { splitImage } from '../../core/naming/image-reference.ts';
import { familyOf, isSameFamily, toToolName } from '../../core/naming/slot-name.ts';
import type { Slot } from '../../core/sbom/subject/slot.ts';
import type { OrgTx } from '../../store/database.ts';
import { listLiveSlots, listPackageTypes, type LiveSbom } from '../../store/portfolio/documents/sboms.ts';

export interface ResolvedSlot {
  readonly holder: LiveSbom | undefined;
  /** Without a holder: documents of the same image repository or subject in other slots, the newest first. */
  readonly similar: readonly LiveSbom[];
  readonly liveCount: number;
}

/** The caller holds the lock on the version. */
export async function resolveSlot(tx: OrgTx, versionId: string, slot: Slot): Promise<ResolvedSlot> {
  const live = await listLiveSlots(tx, versionId);
  const holder = live.find((each) => each.slot === slot.name) ?? (await findOlderHolder(tx, slot, live));
  const similar = holder === undefined ? live.filter((each) => isSimilar(each, slot)) : [];
  return { holder, similar, liveCount: live.length };
}

/** Documents without a stated subject may all describe the same thing. */
function isSimilar(each: LiveSbom, slot: Slot): boolean {
  if (slot.by === 'parameter') return false;
  if (slot.by === 'content') return each.slot.startsWith('sha256:');
  return isSameFamily(each, { slot: slot.name, image: slot.by === 'image' ? slot.image.text : null });
}

async function findOlderHolder(tx: OrgTx, slot: Slot, live: readonly LiveSbom[]): Promise<LiveSbom | undefined> {
  if (slot.by === 'image') {
    const isSame = ({ image }: LiveSbom): boolean => image !== null && splitImage(image).tagged === slot.name;
    return live.find((each) => each.slot === slot.image.repository && isSame(each));
  }
  if (slot.by !== 'subject') return undefined;
  const older = live.find((each) => {
    const family = familyOf(each);
    return family?.kind === 'subject' && family.origin === undefined && family.name === slot.subject;
  });
  const set = older?.setSha256 ?? null;
  if (older === undefined || set === null || !isEqual(toTools(older.tool), slot.origin.tools)) return undefined;
  const types = await listPackageTypes(tx, set);
  // SPDX lists its subject among the packages, but it is not a component.
  const own = slot.subject.slice('pkg:'.length, slot.subject.indexOf('/'));
  const added = slot.origin.packageTypes.filter((type) => type !== own || types.includes(type));
  return isEqual(types, added) ? older : undefined;
}

/** As written by `toToolNames`. */
function toTools(tool: string | null): readonly string[] {
  const names = new Set((tool ?? '').split(', ').map(toToolName));
  names.delete('');
  return [...names].toSorted();
}

function isEqual(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((each, index) => each === b[index]);
}
