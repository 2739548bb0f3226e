import type { Services } from "~/services";
import { type Edit, save } from "~/shop/audit/save.server";
import type { Stale } from "~/shop/audit/saving";
import { missingOf } from "~/shop/catalog/editing/publish-check.server";
import { productRecord } from "~/shop/catalog/editing/product-record.server";
import { variantRecord } from "~/shop/catalog/editing/variant-record.server";
import type { BulkRow } from "~/shop/catalog/bulk/bulk-row";
import { bulkRowsOf } from "~/shop/catalog/bulk/bulk-rows.server";
import { isSaleAbovePrice, saleAboveWords } from "~/shop/catalog/pricing/pricing";
import { needWords } from "~/shop/catalog/editing/publish-needs";
import { memberSums, stockId, totalOf } from "~/shop/catalog/stock/change-stock.server";
import { stockRecord } from "~/shop/catalog/stock/stock-record.server";
import type { Member } from "~/shop/members/member";
import { memberNames } from "~/shop/members/member-names.server";
import { requireRight } from "~/shop/members/rights.server";
import { lineFault } from "~/shop/visible-text";
import { actId } from "~/shop/audit/submission-id.server";
import { versionIn } from "../forms/form-action.server";
import { formatAmount } from "../goods/parse-amount";
import { cellName, type ParsedRow, parseRow } from "./grid-cells";

/**
 * Result of saving a grid: id of its act in the log, number of written fields, and a message for each cell that was not saved.
 */
export interface GridResult {
  act: string | null;
  saved: number;
  errors: Record<string, string>;
}

/** Maximum number of rows that one form changes; further rows are ignored. */
const MOST_ROWS = 200;

/**
 * Saves the valid cells of a grid and reports the invalid ones. Also reports, and does not save, cells that another member
 * changed since the form was opened.
 *
 * @throws {Refusal} `right-missing`, `submission-foreign`, `stock-promised`.
 */
export async function saveGrid(
  services: Services,
  member: Member,
  submission: string,
  typed: Record<string, string>,
): Promise<GridResult> {
  await requireRight(services, member, "goods.prices");
  const seen = Object.keys(typed).flatMap((name) => /^v:([1-9]\d{0,8})$/.exec(name)?.[1] ?? []);
  const rows = await bulkRowsOf(services, member, seen.slice(0, MOST_ROWS).map(Number));
  const errors: Record<string, string> = {};
  const parsed = rows.map((row) => ({ row, ...parseRow(typed, row) }));
  for (const each of parsed) leaveOutSaleAbove(each);
  for (const row of parsed) Object.assign(errors, row.errors);

  const edits = [
    ...parsed.flatMap(({ row, values }) =>
      Object.keys(values).length > 0
        ? [{ kind: variantRecord, id: String(row.variantId), version: versionIn(typed[`v:${row.variantId}`]), values }]
        : [],
    ),
    ...(await statusEdits(services, typed, rows, errors)),
  ];
  const prices = await saveRest(services, member, { submission, reason: "" }, edits, errors);
  const reason = (typed.reason ?? "").trim();
  const moved = await stockEdits(services, parsed, reason, errors);
  const form = { submission: actId(submission, "stock"), reason };
  const stock = await saveRest(services, member, form, moved, errors);
  return { act: prices.act ?? stock.act, saved: prices.saved + stock.saved, errors };
}

/** Removes a sale price above the price from the values to save, and reports it at the changed cell. */
function leaveOutSaleAbove({ row, values, errors }: { row: BulkRow } & ParsedRow): void {
  const column = "salePrice" in values ? "salePrice" : "price" in values ? "price" : null;
  if (column === null) return;
  const product = { price: row.productPrice, salePrice: row.productSalePrice };
  if (!isSaleAbovePrice(product, { price: row.price, salePrice: row.salePrice, ...values })) return;
  errors[cellName(column, row.variantId)] = saleAboveWords;
  delete values[column];
}

/** Edits of products with a changed status. An incomplete product is reported instead of published. */
async function statusEdits(
  { db }: Services,
  typed: Record<string, string>,
  rows: BulkRow[],
  errors: Record<string, string>,
): Promise<Edit[]> {
  const edits: Edit[] = [];
  for (const row of new Map(rows.map((each) => [each.productId, each])).values()) {
    const name = cellName("status", row.productId);
    const status = typed[name];
    if (status === undefined || status === row.status) continue;
    const missing = status === "published" ? await missingOf(db, row.productId) : [];
    const [first] = missing;
    if (!["published", "draft", "archived"].includes(status)) errors[name] = "Choose one of these.";
    else if (first) errors[name] = needWords[first];
    else {
      const version = versionIn(typed[`pv:${row.productId}`]);
      edits.push({ kind: productRecord, id: row.productId, version, values: { publishedStatus: status } });
    }
  }
  return edits;
}

/** Edits of stock levels, as differences between the typed level and the level that the form showed. */
async function stockEdits(
  { db }: Services,
  parsed: ({ row: BulkRow } & ParsedRow)[],
  reason: string,
  errors: Record<string, string>,
): Promise<Edit[]> {
  const changed = parsed.flatMap(({ row, stock }) => (stock ? [{ row, ...stock }] : []));
  if (changed.length === 0) return [];
  const complain = (id: number, words: string) => {
    errors[cellName("stock", id)] = words;
  };
  const fault = reason === "" || reason.length > 200 ? "Write below why the numbers change." : lineFault(reason);
  if (fault) {
    for (const { row } of changed) complain(row.variantId, fault);
    return [];
  }
  const sums = await memberSums(
    db,
    changed.map(({ row }) => row.variantId),
  );
  const edits: Edit[] = [];
  for (const { row, wanted, shown } of changed) {
    const id = row.variantId;
    const { pieces, version } = sums.get(id) ?? { pieces: 0, version: 0 };
    const difference = shown === null ? wanted - (await totalOf(db, id)) : wanted - shown;
    if ((shown === null) !== (row.level === null)) complain(id, "Its limit was changed meanwhile. Open the variant.");
    else if (row.level !== null && row.level + difference < 0)
      complain(id, `Only ${row.level} can still be sold: the others are held for orders or sold.`);
    else {
      const values = { pieces: pieces + difference, ...(shown === null && { isUnlimited: false }) };
      edits.push({ kind: stockRecord, id: stockId(id), version, values });
    }
  }
  return edits;
}

/** Saves the edits, except those of records that changed since the form was opened; reports the cells of these. */
async function saveRest(
  services: Services,
  member: Member,
  form: { submission: string; reason: string },
  edits: Edit[],
  errors: Record<string, string>,
): Promise<{ act: string | null; saved: number }> {
  let rest = edits;
  while (rest.length > 0) {
    const result = await save(services, member, { ...form, edits: rest });
    if (result.saved) return { act: result.changed > 0 ? result.act : null, saved: result.changed };
    Object.assign(errors, await staleErrors(services, result));
    const stale = new Set(result.stale.map(({ kind, id }) => `${kind} ${id}`));
    rest = rest.filter(({ kind, id }) => !stale.has(`${kind.kind} ${id}`));
  }
  return { act: null, saved: 0 };
}

async function staleErrors({ db }: Services, { stale }: Stale): Promise<Record<string, string>> {
  const names = await memberNames(db);
  return Object.fromEntries(
    stale.flatMap(({ kind, id, fields }) =>
      fields.flatMap(({ field, base, mine, theirs, by }) => {
        const isMine = JSON.stringify(mine) !== JSON.stringify(base);
        const who = (by && names.get(by)) || "Somebody";
        const column = kind === "product" ? "status" : kind === "stock" ? "stock" : field;
        const now =
          typeof theirs === "number" ? `$${formatAmount(theirs as never)}` : theirs === null ? "empty" : String(theirs);
        return isMine
          ? [
              [
                cellName(column, kind === "stock" ? Number(id) : id),
                `${who} changed this meanwhile; it is ${now}. Save again to take yours.`,
              ],
            ]
          : [];
      }),
    ),
  );
}
