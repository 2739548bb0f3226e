import { nameIn } from "~/platform/by-name";
import {
  type ReasonInSize,
  type ReturnedGoods,
  returnedGoods,
  type TellingReturn,
} from "~/shop/figures/returned-goods.server";
import { bySize } from "~/shop/catalog/listing/facets";
import { namedSize } from "~/shop/catalog/product";
import { returnedBySize } from "~/shop/figures/returned-by-size.server";
import { reasons } from "~/shop/returns/return-reasons";
import { counted } from "../count-words";
import { figures, filterIn } from "./figures-address";
import { spanWords } from "./figures-words";
import { mostRows } from "./most-rows";
import type { Asked } from "./screen";
import { alone, firstOfAll, type Sheet, type SheetTable } from "./sheet";

/** Number of sizes that have a column on the screen; further sizes share the column "Other". */
const SIZES = 7;

const OTHER_REASONS = {
  cancelled: "Cancelled before it was sent",
  gateway: "Refunded at Stripe",
  dispute: "A dispute was lost",
  other: "Refunded without a reason",
};

/** Capitalizes the label of a reason, which is written for use inside a sentence. */
const sentenceCase = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

const reasonName = (reason: string): string =>
  sentenceCase(
    Object.hasOwn(reasons, reason)
      ? reasons[reason as keyof typeof reasons].label
      : nameIn(OTHER_REASONS, reason, "For another reason"),
  );

const sizeName = (size: string): string => namedSize(size) || "No size";

/** Part of the sold pieces that came back; null where more came back than was sold in the period, because it was sold before. */
const partOfSold = (back: number, sold: number): number | null => (sold > 0 && back <= sold ? back / sold : null);

const backOf = ({ pieces, exchanged }: ReturnedGoods): number => pieces + exchanged;
const total = (lines: ReasonInSize[]): number => lines.reduce((all, { pieces }) => all + pieces, 0);
const mostFirst = ([, one]: [string, ReasonInSize[]], [, other]: [string, ReasonInSize[]]): number =>
  total(other) - total(one);

type Returned = Awaited<ReturnType<typeof returnedGoods>>;

/** Reads the returned goods of a view: at most `most` lines, or all for a file. */
export const returnedIn = ({ services, member, period, view, isFile }: Asked, most: number): Promise<Returned> =>
  returnedGoods(services, member, period, {
    filter: filterIn(view),
    telling: Object.keys(reasons),
    most: mostRows({ isFile }, most),
  });

/** Table of returned pieces by reason and size. */
export function reasonsTable(
  { byReason: lines, telling }: Returned,
  { view, isFile }: Asked,
  most: number,
): SheetTable {
  const back = [...Map.groupBy(lines, ({ size }) => sizeName(size))].toSorted(mostFirst);
  const sizes = (isFile ? back : back.slice(0, SIZES)).map(([size]) => size).toSorted(bySize);
  const hasRest = back.length > sizes.length;
  const byReason = [...Map.groupBy(lines, ({ reason }) => reason)].toSorted(mostFirst);
  const cellsOf = (own: ReasonInSize[]): number[] => {
    const counts = sizes.map((size) => total(own.filter((one) => sizeName(one.size) === size)));
    const all = total(own);
    return [...counts, ...(hasRest ? [all - counts.reduce((sum, count) => sum + count, 0)] : []), all];
  };
  const shown = (isFile ? byReason : byReason.slice(0, most)).map(([reason, own]) => ({
    reason,
    counts: cellsOf(own),
  }));
  const largest = largestCell(shown, sizes.length);
  return {
    name: "reasons",
    title: "What came back, and why",
    columns: [
      { name: "Why", kind: "text" },
      ...sizes.map((name) => ({ name, kind: "count" as const })),
      ...(hasRest ? [{ name: "Other", kind: "count" as const }] : []),
      { name: "All", kind: "count" },
    ],
    rows: shown.map((row) => ({
      key: row.reason,
      cells: [reasonName(row.reason), ...row.counts],
      ...(row.reason === largest?.reason && { most: largest.place }),
    })),
    all: ["All", ...cellsOf(lines)],
    says: tellingWords(telling),
    empty: "Nothing came back in this period.",
    more: { to: figures.addressOf(view, "/figures/returns"), name: "By product and size" },
  };
}

/** Cell of a size with the largest count, by reason and column; undefined if two cells have that count, or it is less than 2. */
function largestCell(rows: { reason: string; counts: number[] }[], sizes: number) {
  const [first, second] = rows
    .filter(({ reason }) => Object.hasOwn(reasons, reason))
    .flatMap(({ reason, counts }) =>
      counts.slice(0, sizes).map((count, index) => ({ reason, count, place: index + 1 })),
    )
    .toSorted((one, other) => other.count - one.count);
  return first && first.count > Math.max(1, second?.count ?? 0) ? first : undefined;
}

/** Sentence about a product with notably many returns for one reason; none if there is no such product. */
function tellingWords(telling: TellingReturn | null): NonNullable<SheetTable["says"]> {
  if (!telling) return [];
  const { productId, product, reason, pieces, sold, sizes } = telling;
  const named = sizes.slice(0, 5).toSorted(bySize).map(sizeName).join(", ");
  return [
    {
      lead: `${product}, "${reasonName(reason).toLowerCase()}":`,
      words: `${counted(pieces, "piece")} came back${pieces <= sold ? `, of the ${counted(sold, "piece")} sold in the sizes that did` : ", more than was sold in these days"}; ${named}.`,
      way: { to: `/goods/${productId}`, name: "Look at it" },
    },
  ];
}

/** Table of returned goods by product, size and reason. */
export function returnsTable({ rows, count, all }: Returned): SheetTable {
  return {
    name: "returns",
    title: "By product, size and reason",
    columns: [
      { name: "What", kind: "text" },
      { name: "Size", kind: "text" },
      { name: "Why", kind: "text" },
      { name: "Money back, pieces", kind: "count" },
      { name: "Exchanged", kind: "count", isOptional: true },
      { name: "Given back", kind: "money" },
      { name: "Sold", kind: "count" },
      { name: "Part of sold", kind: "share" },
    ],
    rows: rows.map((own) => ({
      key: `${own.productId} ${own.size} ${own.reason}`,
      cells: [
        own.product || "Of no product",
        sizeName(own.size),
        reasonName(own.reason),
        own.pieces,
        own.exchanged,
        own.amount,
        own.sold,
        partOfSold(backOf(own), own.sold),
      ],
      ...(own.productId && { to: `/goods/${own.productId}` }),
    })),
    all: ["All", "", "", all.pieces, all.exchanged, all.amount, null, null],
    says: [
      {
        lead: "Of goods sold before, more can come back than was sold.",
        words: `What came back in these days may have been sold earlier, and then no part is named.${cutWords(rows.length, count)}`,
      },
    ],
    empty: "Nothing came back in this period.",
  };
}

/** Table of returned goods by product and size over all reasons, those of which the most pieces came back first. */
async function sizesTable({ services, member, period, view, most }: Asked): Promise<SheetTable> {
  const { rows, count, all } = await returnedBySize(services, member, period, { filter: filterIn(view), most });
  return {
    name: "returns-by-size",
    title: "By product and size",
    columns: [
      { name: "What", kind: "text" },
      { name: "Size", kind: "text" },
      { name: "Sold", kind: "count" },
      { name: "Came back", kind: "count" },
      { name: "Never sent", kind: "count", isOptional: true },
      { name: "Part of sold", kind: "share" },
      { name: "Mostly because", kind: "text" },
      { name: "Pieces for it", kind: "count" },
      { name: "Given back", kind: "money" },
    ],
    rows: rows.map(({ productId, product, size, sold, back, unsent, reason, because, amount }) => ({
      key: `${productId} ${size}`,
      cells: [
        product || "Of no product",
        sizeName(size),
        sold,
        back,
        unsent,
        partOfSold(back, sold),
        reasonName(reason),
        because,
        amount,
      ],
      ...(productId && {
        to:
          view.product === null
            ? figures.addressOf({ ...view, product: productId }, "/figures/returns")
            : `/goods/${productId}`,
      }),
    })),
    all: ["All", "", null, all.back, all.unsent, null, "", null, all.amount],
    says: [
      {
        lead: "All reasons together, what came back most first.",
        words: `Exchanged pieces came back, too. What was cancelled before it was sent did not.${cutWords(rows.length, count)}`,
      },
    ],
    empty: "Nothing came back in this period.",
  };
}

/** End of a sentence about rows that a table leaves out. */
const cutWords = (shown: number, count: number): string =>
  shown < count ? ` ${firstOfAll(shown, count, "lines")}; the file has all of them.` : "";

/** Sheet of returned goods by reason, product and size. */
export async function returnsSheet(asked: Asked): Promise<Sheet> {
  const [returned, sizes] = await Promise.all([returnedIn(asked, asked.most), sizesTable(asked)]);
  return {
    title: "Returns",
    limits: { by: "category", label: "Goods", values: returned.categories },
    head: `${spanWords(asked.period)}, by the shop's day. Money that went back counts on the day it did, exchanges on the day they were settled.`,
    tables: [alone(reasonsTable(returned, asked, asked.most)), sizes, returnsTable(returned)],
    isOfPeriod: true,
  };
}
