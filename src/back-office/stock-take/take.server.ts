import { randomUUID } from "node:crypto";
import type { Services } from "~/services";
import { allCategories } from "~/shop/catalog/catalog.server";
import { inTree } from "~/shop/catalog/editing/category-options.server";
import { levelsOf } from "~/shop/catalog/stock/levels.server";
import type { Member } from "~/shop/members/member";
import { memberNames } from "~/shop/members/member-names.server";
import { can } from "~/shop/members/rights";
import { formatCents } from "~/shop/money";
import { sentenceTime } from "~/shop/shop-time";
import { expectedNow, finishedTakes, openTakes, takeWithLines } from "~/shop/stock-take/stock-takes.server";
import type { StockTake } from "~/shop/stock-take/stock-takes.tables";
import { takeResult } from "~/shop/stock-take/take-result.server";
import { counted } from "../count-words";
import { countsWords, differencesWords, scopeWords } from "./take-words";
import { findVariants } from "../stock/find-variants.server";
import { levelLines, places } from "../stock/stock.server";

/** Number of finished stock-takes on the page. */
const FINISHED = 10;

/**
 * Open and finished stock-takes, and the shelves and categories that a new one can cover.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function takesPage(services: Services, member: Member) {
  const [open, finished] = await Promise.all([openTakes(services, member), finishedTakes(services, member, FINISHED)]);
  return {
    takes: await takeWords(services, open),
    finished: await takeWords(services, finished),
    submission: randomUUID(),
    ...(await places(services)),
  };
}

/** Describes stock-takes: their shelf or category, and who started them when. */
async function takeWords(services: Services, takes: StockTake[]) {
  const [categories, names] = await Promise.all([allCategories(services.db), memberNames(services.db)]);
  const [now, zone] = [new Date(), services.settings().timeZone];
  return takes.map(({ id, categoryId, shelf, memberId, begunAt, finishedAt, state }) => ({
    id,
    state,
    what: scopeWords(inTree(categories).find((category) => category.id === categoryId)?.name, shelf),
    ended: finishedAt ? `Finished ${sentenceTime(finishedAt, now, zone)}.` : "",
    begun: `Begun ${sentenceTime(begunAt, now, zone)} by ${names.get(memberId) ?? "somebody"}.`,
  }));
}

export interface TakeView {
  id: string;
  /** Id of the variant to count; null for the next uncounted one. */
  variant: number | null;
  text: string;
  /** Whether the text is still being typed, so that nothing is opened by it. */
  isTyped: boolean;
  onlyDifferences: boolean;
}

/**
 * Data of a stock-take's page: current variant, counted ones, search results; null for an unknown id.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function takePage(services: Services, member: Member, view: TakeView) {
  const found = await takeWithLines(services, member, view.id);
  if (!found) return null;
  const { take, lines, left } = found;
  const { hits, by } = await findVariants(services, member, view.text);
  const [only, ...others] = hits.filter(({ sku }) => by !== null || sku.toLowerCase() === view.text.toLowerCase());
  const exact = others.length === 0 && !view.isTyped ? only : undefined;
  const variantId = view.variant ?? exact?.id ?? (view.text ? null : left.next);
  const differing = lines.filter(({ counted, expected }) => counted !== expected);
  const same = lines.filter(({ counted, expected }) => counted === expected);
  // A finished stock-take lists its differences first.
  const all = take.state === "open" ? lines : [...differing, ...same];
  const shown = view.onlyDifferences ? differing : all;
  const [words] = await takeWords(services, [take]);
  const summary = take.state === "open" ? null : await takeSummary(services, member, take);
  return {
    what: words?.what ?? "",
    scope: { categoryId: take.categoryId, shelf: take.shelf },
    // A finished stock-take shows who finished it instead of who started it.
    begun: summary ? summary.ended : (words?.begun ?? ""),
    state: take.state,
    summary: take.state === "finished" ? summary : null,
    submission: randomUUID(),
    progress: { all: left.all, done: left.all - left.left },
    counted: lines.length,
    differences: differing.length,
    hits: (exact && view.variant === null ? [] : hits).map((hit) => ({
      ...hit,
      counted: lines.find(({ variantId }) => variantId === hit.id)?.counted ?? null,
    })),
    /** Kind of code, SKU or barcode, that all found variants share; null unless there are several. */
    shared: hits.length > 1 ? by : null,
    current: variantId === null ? null : await currentVariant(services, member, variantId, lines),
    lines: await countedLines(services, member, shown),
  };
}

async function currentVariant(
  services: Services,
  member: Member,
  id: number,
  lines: { variantId: number; counted: number }[],
) {
  const [level] = await levelsOf(services, member, [id]);
  if (!level) return null;
  const [line] = await levelLines(services, [level]);
  const expected = await expectedNow(services, member, id);
  return line ? { ...line, expected, before: lines.find(({ variantId }) => variantId === id)?.counted ?? null } : null;
}

/** Maximum number of counted variants on a page; the others are only counted. */
const SHOWN = 100;

async function countedLines(
  services: Services,
  member: Member,
  counted: { variantId: number; counted: number; expected: number }[],
) {
  const shown = counted.slice(0, SHOWN);
  const found = await levelsOf(
    services,
    member,
    shown.map(({ variantId }) => variantId),
  );
  const lines = new Map((await levelLines(services, found)).map((line) => [line.id, line]));
  return shown.flatMap(({ variantId, counted: pieces, expected }) => {
    const line = lines.get(variantId);
    return line ? [{ ...line, counted: pieces, expected }] : [];
  });
}

/** Result of a stock-take as text, with its value if the member may see cost, and the id of its act if the member may undo it. */
async function takeSummary(services: Services, member: Member, { id, state }: StockTake) {
  const [result, names] = await Promise.all([takeResult(services, member, id), memberNames(services.db)]);
  const { ended, value } = result;
  const at = ended && sentenceTime(ended.at, new Date(), services.settings().timeZone);
  const by = ended && (names.get(ended.memberId ?? "") ?? "somebody");
  const mayLook = can(member, "log.read") || ended?.memberId === member.id;
  return {
    ended: `${state === "finished" ? "Finished" : "Given up"}${ended ? ` ${at} by ${by}` : ""}.`,
    act: mayLook && can(member, "stock.change") ? (ended?.act ?? null) : null,
    counts: countsWords(result.variants, result.pieces),
    differences: differencesWords(result),
    value: value && {
      amount: formatCents(value.cents),
      note:
        value.without > 0
          ? `Without ${counted(value.without, "variant")} that differed and no cost is known of.`
          : null,
    },
  };
}
