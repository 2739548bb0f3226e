import { randomUUID } from "node:crypto";
import { picturesFor } from "~/platform/media.server";
import type { Services } from "~/services";
import type { Member } from "~/shop/members/member";
import { can } from "~/shop/members/rights";
import { requireRight } from "~/shop/members/rights.server";
import { comparePlaces, type QueueEntry, type QueueKind, queueKinds, type QueueWindow } from "~/shop/moderation";
import { entryAddress, entryName, type EntryName, type QueuePart, queuePartNames, queueParts } from "./queue-view";
import { queues } from "./queues.server";
import { shownEntry, shownLine } from "./shown-entry";

/** Maximum number of entries listed beside the open entry. */
const LISTED = 9;

/** Counts the waiting entries by kind. */
export async function queueCounts(services: Services, member: Member): Promise<Record<QueueKind, number>> {
  const counted = await Promise.all(
    queueKinds.map(async (kind) => [kind, await queues[kind].waiting(services, member)] as const),
  );
  return Object.fromEntries(counted) as Record<QueueKind, number>;
}

/** Reads a part of the queue: each kind by its own index, merged by age. */
async function readPart(
  services: Services,
  member: Member,
  part: QueuePart,
  window: Omit<QueueWindow, "isDecided" | "isApart">,
): Promise<QueueEntry[]> {
  const isDecided = part === "decided";
  const read = await Promise.all(
    queueParts[part].kinds.map((kind) =>
      queues[kind].queued(services, member, { ...window, isDecided, isApart: part === "samples" }),
    ),
  );
  const isDescending = isDecided !== (window.isBefore ?? false);
  return read
    .flat()
    .toSorted((a, b) => (isDescending ? comparePlaces(b, a) : comparePlaces(a, b)))
    .slice(0, window.most);
}

/** Reads an entry, whether waiting or decided. */
export async function queueEntry(
  services: Services,
  member: Member,
  { kind, id }: EntryName,
): Promise<QueueEntry | undefined> {
  const [entry] = await queues[kind].queued(services, member, { id, most: 1 });
  return entry;
}

interface Asked {
  part: QueuePart;
  /** Entry to open; undefined: the first entry after `after`, or the first of all. */
  entry: EntryName | undefined;
  after: EntryName | undefined;
  productId: string | undefined;
}

/**
 * Returns a part of the queue with its open entry: the named entry, or the next waiting one.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function openQueue(
  services: Services,
  member: Member,
  { part, entry, after, productId }: Asked,
  now: Date,
) {
  await requireRight(services, member, "queue.read");
  const about = productId === undefined ? {} : { productId };
  const read = (window: Omit<QueueWindow, "isDecided">) => readPart(services, member, part, { ...about, ...window });
  const [[apart], counts, one] = await Promise.all([
    readPart(services, member, "samples", { most: 1 }),
    queueCounts(services, member),
    entry ? queueEntry(services, member, entry) : nextEntry(services, member, after, read),
  ]);
  const open = one ?? null;
  const [first, beforeOpen, rest] = await Promise.all([
    read({ most: LISTED }),
    open ? read({ from: open, isBefore: true, most: 1 }) : [],
    open ? read({ from: open, most: LISTED }) : [],
  ]);
  const isHere = open !== null && first.some((line) => isSame(line, open));
  const belongs = open !== null && (open.standing === "waiting") === (part !== "decided");
  const listed = isHere || !open ? first : [...(belongs ? [open] : []), ...rest].slice(0, LISTED);
  const zone = services.settings().timeZone;
  const hashOf = await hashesOf(services, open ? [open, ...listed] : listed);
  const [previous, next] = [beforeOpen[0], rest[0]];
  return {
    part,
    parts: queuePartNames.filter((name) => name !== "samples" || apart !== undefined),
    counts,
    submission: randomUUID(),
    mayDecide: can(member, "queue.moderate"),
    shopName: services.settings().shopName,
    position: isHere ? first.findIndex((line) => isSame(line, open)) + 1 : null,
    lines: listed.map((line) => ({
      ...shownLine(line, now, zone),
      to: entryAddress(part, line),
      picture: hashOf(line),
      isOpen: open !== null && isSame(line, open),
    })),
    open: open && {
      ...shownEntry(open, now, zone, services.address),
      name: entryName(open),
      picture: hashOf(open),
      to: entryAddress(part, open),
    },
    previous: previous ? entryAddress(part, previous) : null,
    next: next ? entryAddress(part, next) : null,
  };
}

/** Data of the queue's page. */
export type OpenQueue = Awaited<ReturnType<typeof openQueue>>;

/** Finds the entry after the one that was just decided; if there is none, the first of all. */
async function nextEntry(
  services: Services,
  member: Member,
  after: EntryName | undefined,
  read: (window: Omit<QueueWindow, "isDecided">) => Promise<QueueEntry[]>,
): Promise<QueueEntry | undefined> {
  const from = after && (await queueEntry(services, member, after));
  const [next] = from ? await read({ from, most: 1 }) : [];
  return next ?? (await read({ most: 1 }))[0];
}

const isSame = (a: EntryName, b: EntryName): boolean => a.kind === b.kind && a.id === b.id;

async function hashesOf({ db }: Services, entries: QueueEntry[]) {
  const pictures = await picturesFor(
    db,
    entries.flatMap(({ about }) => (about?.image ? [about.image] : [])),
  );
  return ({ about }: QueueEntry): string | null => (about?.image && pictures.get(about.image)?.hash) || null;
}
