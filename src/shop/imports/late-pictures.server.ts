import { randomUUID } from "node:crypto";
import { againAfter, isDeadlock, MovedOn } from "~/platform/collisions.server";
import type { Database, Transaction } from "~/platform/database.server";
import { changedOtherwise } from "~/shop/audit/change-log.server";
import { lockGoods } from "~/shop/catalog/editing/lock-goods.server";
import type { StoredGoods } from "~/shop/catalog/editing/stored-goods.server";
import { listId, listNamed, listsOf, type PictureLists } from "~/shop/catalog/pictures/picture-list";
import { picturesRecord } from "~/shop/catalog/pictures/pictures-record.server";
import { saveRecords } from "./apply.server";
import { type Import, previews } from "./check.server";
import { importById } from "./imports.server";

/** Action that the change log stores, equal to that of the import itself. */
const ACTION = "import";

interface WantedList {
  id: string;
  old: { images: string[] };
  values: { images: string[] };
}

/**
 * Adds pictures that arrived after an import to its products, in the order of the file and as one act; returns the act's id, or
 * undefined if no picture was added. Skips products that have pictures from elsewhere, or whose pictures somebody changed since
 * the import.
 */
export async function giveLatePictures(
  db: Database,
  memberId: string | null,
  importId: number,
): Promise<string | undefined> {
  const isCrossed = (error: unknown) => error instanceof MovedOn || isDeadlock(error);
  return againAfter(isCrossed, async () => {
    const entry = await importById(db, importId);
    if (entry?.state !== "in") return undefined;
    const wanted = await wantedLists(db, entry);
    if (wanted.length === 0) return undefined;
    return db.transaction(async (tx) => {
      const productIds = [...new Set(wanted.map(({ id }) => listNamed(id).productId))];
      await lockGoods(tx, { wholeIds: productIds });
      const changed = await changedByHand(tx, entry, wanted);
      const lists = wanted.filter(({ id }) => !changed.has(listNamed(id).productId));
      if (lists.length === 0) return undefined;
      const submission = randomUUID();
      await saveRecords(tx, { memberId, submission, action: ACTION, reason: "" }, picturesRecord, lists);
      return submission;
    });
  });
}

/** Picture lists to which the file adds pictures; all their present pictures are from the file. */
async function wantedLists(db: Database, entry: Import): Promise<WantedList[]> {
  const wanted: WantedList[] = [];
  for await (const products of previews(db, entry))
    for (const { goods, preview } of products)
      if (goods && preview.named && goods.publishedStatus !== "archived")
        wanted.push(...grownLists(goods, preview.named));
  return wanted;
}

function grownLists(goods: StoredGoods, named: PictureLists): WantedList[] {
  const living = goods.colors.filter(({ isRetired }) => !isRetired);
  const now = listsOf(goods.images, goods.colors);
  const colors = living.map(({ name, images }) => ({
    color: name,
    before: images,
    after: named.colors.find((list) => list.name === name)?.images ?? [],
  }));
  const ofUnknown = named.colors.filter(({ name }) => living.every((color) => color.name !== name));
  const own = { color: "", before: now.own, after: [...named.own, ...ofUnknown.flatMap(({ images }) => images)] };
  return [...colors, own].flatMap(({ color, before, after }) => {
    const isOfFile = before.every((path) => after.includes(path));
    if (!isOfFile || after.length <= before.length) return [];
    return [{ id: listId(goods.id, color), old: { images: before }, values: { images: after } }];
  });
}

/** Ids of products whose pictures somebody changed since the import, by hand or by undoing. */
async function changedByHand(tx: Transaction, { appliedAt }: Import, lists: WantedList[]): Promise<Set<string>> {
  const records = lists.map(({ id }) => id);
  const after = appliedAt ?? new Date();
  const changed = await changedOtherwise(tx, { kind: picturesRecord.kind, action: ACTION, after }, records);
  return new Set([...changed].map((id) => listNamed(id).productId));
}
