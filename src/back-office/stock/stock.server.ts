import { randomUUID } from "node:crypto";
import { picturesFor } from "~/platform/media.server";
import type { Services } from "~/services";
import { allCategories } from "~/shop/catalog/catalog.server";
import { inTree } from "~/shop/catalog/editing/category-options.server";
import type { Level, LevelFilter } from "~/shop/catalog/stock/level";
import { heldFor, stockLedger } from "~/shop/catalog/stock/ledger.server";
import { levels, levelsOf } from "~/shop/catalog/stock/levels.server";
import { shelves } from "~/shop/catalog/stock/shelves.server";
import { lowMarkOf } from "~/shop/catalog/stock/low-mark.server";
import { choiceName } from "~/shop/catalog/stock/variant-name";
import type { Member } from "~/shop/members/member";
import { memberNames } from "~/shop/members/member-names.server";
import { shownNumber } from "~/shop/orders/order-number";
import { returnNumberIn, shownReturnNumber } from "~/shop/returns/return-number";
import { soldNotLeft } from "~/shop/orders/parcels/sold-not-left.server";
import { spokenTime } from "~/shop/shop-time";
import { counted, listed } from "../count-words";
import { movementWords } from "./movement-words";
import { levelWords } from "./level-words";
import { pageSizes } from "../page-sizes";

/** A variant in the list of levels. */
export interface LevelLine {
  id: number;
  name: string;
  choice: string;
  sku: string;
  shelf: string;
  number: string;
  state: ReturnType<typeof levelWords>["state"];
  picture: string | null;
}

/** Converts levels to lines of the list, with pictures. */
export async function levelLines(services: Services, found: Level[]): Promise<LevelLine[]> {
  const pictures = await picturesFor(
    services.db,
    found.flatMap(({ image }) => (image ? [image] : [])),
  );
  return found.map((level) => ({
    id: level.variantId,
    name: level.name,
    choice: choiceName(level.size, level.color),
    sku: level.sku,
    shelf: level.shelf,
    ...levelWords(level),
    picture: (level.image && pictures.get(level.image)?.hash) || null,
  }));
}

/**
 * A page of the list of levels, filtered and sorted by the parameters of its address.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function levelsPage(services: Services, member: Member, view: LevelFilter) {
  const found = await levels(services, member, view, pageSizes.stock + 1);
  const shown = found.slice(0, pageSizes.stock);
  return {
    lines: await levelLines(services, shown),
    next: found.length > pageSizes.stock ? (shown.at(-1)?.variantId ?? null) : null,
    ...(await places(services)),
  };
}

/** Categories and shelves by which variants can be filtered. */
export async function places(services: Services) {
  const [categories, known] = await Promise.all([allCategories(services.db), shelves(services)]);
  return {
    categories: inTree(categories),
    shelves: known,
  };
}

/**
 * Data of a variant's page: its level, reserved and unsent pieces with their orders, and a page of its ledger; null for an
 * unknown id.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function variantPage(services: Services, member: Member, variantId: number, before: number | null) {
  const [level] = await levelsOf(services, member, [variantId]);
  if (!level) return null;
  const [lines, movements, promised, names, own] = await Promise.all([
    levelLines(services, [level]),
    stockLedger(services, member, variantId, before, pageSizes.stock + 1),
    promisedOf(services, variantId),
    memberNames(services.db),
    lowMarkOf(services, level.productId),
  ]);
  const [now, zone] = [new Date(), services.settings().timeZone];
  const shown = movements.slice(0, pageSizes.stock);
  const [line] = lines;
  return {
    line: line ?? null,
    productId: level.productId,
    level: level.level,
    lowMark: level.lowMark,
    ownMark: { ...own, fallback: services.settings().lowStock },
    promised,
    submission: randomUUID(),
    markSubmission: randomUUID(),
    ledger: shown.map((movement) => ({
      id: movement.id,
      quantity: movement.quantity,
      level: movement.level,
      at: spokenTime(movement.at, now, zone),
      ...movementWords(movement, names),
    })),
    older: movements.length > pageSizes.stock ? (shown.at(-1)?.id ?? null) : null,
  };
}

/** Pieces of a variant that lie in stock but are not for sale: reserved for an unpaid order, or sold and not sent yet. */
export async function promisedOf({ db }: Services, variantId: number) {
  const [held, sold] = await Promise.all([heldFor(db, variantId), soldNotLeft(db, variantId)]);
  const sum = (lines: { quantity: number }[]) => lines.reduce((total, { quantity }) => total + quantity, 0);
  return {
    held: sum(held),
    sold: sum(sold),
    heldFor: forWhom(held.map(({ reference, quantity }) => ({ orderNumber: reference, quantity }))),
    soldTo: forWhom(sold),
  };
}

/** Maximum number of orders in the sentence; the others are only counted. */
const NAMED = 5;

/** Number of the order, or of the return whose exchange reserves pieces. */
const shownFor = (reference: string): string => {
  const back = returnNumberIn(reference);
  return back ? `return ${shownReturnNumber(back)}` : shownNumber(reference);
};

/** Lists orders with their pieces: "2 for #1234 5678 and 1 for #8765 4321". */
function forWhom(lines: { orderNumber: string; quantity: number }[]): string {
  const named = lines.slice(0, NAMED).map(({ orderNumber, quantity }) => `${quantity} for ${shownFor(orderNumber)}`);
  const more = lines.length - named.length;
  return listed(more > 0 ? [...named, counted(more, "more order")] : named);
}
