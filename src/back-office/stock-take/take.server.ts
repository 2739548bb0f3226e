import { randomUUID } from "node:crypto";
import type { Services } from "~/services";
import { allCategories } from "~/shop/catalog/catalog.server";
import type { LevelFilter } from "~/shop/catalog/stock/level";
import { levels, levelsOf } from "~/shop/catalog/stock/levels.server";
import type { Member } from "~/shop/members/member";
import { memberNames } from "~/shop/members/member-names.server";
import { sentenceTime } from "~/shop/shop-time";
import { expectedNow, openTakes, type StockTake, takeWithLines } from "~/shop/stock-take/stock-takes.server";
import { levelLines, places } from "../stock/stock.server";

/** How many pairs a search shows. */
const FOUND = 12;

/**
 * The stock-takes under way, and what a new one may be about.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function takesPage(services: Services, member: Member) {
  const takes = await openTakes(services, member);
  const words = await takeWords(services, takes);
  return { takes: words, submission: randomUUID(), ...(await places(services)) };
}

/** Stock-takes in words: what is counted, and who began when. */
async function takeWords(services: Services, takes: StockTake[]) {
  const [categories, names] = await Promise.all([allCategories(services.db), memberNames(services.db)]);
  const [now, zone] = [new Date(), services.settings().timeZone];
  return takes.map(({ id, categoryId, shelf, memberId, begunAt, state }) => ({
    id,
    state,
    what: scopeWords(categories.find((category) => category.id === categoryId)?.name, shelf),
    begun: `Begun ${sentenceTime(begunAt, now, zone).replace(/^at /, "")} by ${names.get(memberId) ?? "somebody"}.`,
  }));
}

const scopeWords = (category: string | undefined, shelf: string | null): string => {
  const parts = [category, shelf && `shelf ${shelf}`].filter((part): part is string => Boolean(part));
  return parts.length > 0 ? parts.join(", ").replace(/^./, (letter) => letter.toUpperCase()) : "Everything";
};

export interface TakeView {
  id: string;
  /** The pair to count; without one the next. */
  pair: number | null;
  text: string;
  onlyDifferences: boolean;
}

/**
 * A stock-take as its page shows it: the pair at hand, what was counted, what a search found. Nothing when there is none.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function takePage(services: Services, member: Member, view: TakeView) {
  const found = await takeWithLines(services, member, view.id);
  if (!found) return null;
  const { take, lines, left } = found;
  const hits = view.text ? await search(services, member, view.text) : [];
  const exact = hits.find(({ sku }) => sku.toLowerCase() === view.text.toLowerCase());
  const pairId = view.pair ?? exact?.id ?? (view.text ? null : left.next);
  const shown = view.onlyDifferences ? lines.filter(({ counted, expected }) => counted !== expected) : lines;
  const [words] = await takeWords(services, [take]);
  return {
    ...words,
    submission: randomUUID(),
    progress: { all: left.all, done: left.all - left.left },
    counted: lines.length,
    differences: lines.filter(({ counted, expected }) => counted !== expected).length,
    hits: exact && view.pair === null ? [] : hits,
    current: pairId === null ? null : await currentPair(services, member, pairId, lines),
    lines: await countedLines(services, member, shown),
  };
}

async function search(services: Services, member: Member, text: string) {
  const filter: LevelFilter = { show: "all", text, categories: [], shelf: null, order: "name", after: null };
  return levelLines(services, await levels(services, member, filter, FOUND));
}

async function currentPair(
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

/** How many counted pairs a page shows; of more it says how many there are. */
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
