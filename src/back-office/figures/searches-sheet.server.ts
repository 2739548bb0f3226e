import { searchesIn, type SearchedWords } from "~/shop/figures/searches-and-steps.server";
import { counted } from "../count-words";
import { figures } from "./figures-address";
import { shortDayWithin, spanWords } from "./figures-words";
import type { Asked } from "./screen";
import { firstOfAll, type Sheet, type SheetTable } from "./sheet";

/** Table of up to `most` searched words without a result; a file has all of them. */
export async function lostSearchesTable(asked: Asked, { most }: { most: number }): Promise<SheetTable> {
  const { services, member, period, view, isFile } = asked;
  const { words } = await searchesIn(services, member, period);
  const lost = words.filter((own) => own.lost > 0);
  return {
    ...tableOf(asked, "without", "Searched and not found", isFile ? lost : lost.slice(0, most), "lost", lost),
    empty: "Nothing was searched for in vain.",
    more: { to: figures.addressOf(view, "/figures/searches"), name: "All searches" },
  };
}

/** Sheet of searches with and without a result. */
export async function searchesSheet(asked: Asked): Promise<Sheet> {
  const { services, member, period, most } = asked;
  const { words, unknown } = await searchesIn(services, member, period);
  const lost = words.filter((own) => own.lost > 0);
  const found = words.filter((own) => own.found > 0).toSorted((a, b) => b.found - a.found);
  const left = unknown.found + unknown.lost;
  const says = [
    {
      lead: "Words stand here once three networks have typed them.",
      words: `${left > 0 ? `${counted(left, "search", "searches")} for other words, ${unknown.lost} of them without a result, ${left === 1 ? "is" : "are"} only counted. ` : ""}Bots are left out, long numbers are hidden, and nobody is known.`,
    },
  ];
  return {
    title: "Searches",
    head: `${spanWords(period)}, by the shop's day. Counted when the shop answers; what a cache in front of it answers is not.`,
    tables: [
      {
        ...tableOf(asked, "without", "Without a result", lost.slice(0, most), "lost", lost),
        says: [...says, ...cutWords(lost.length, most)],
      },
      {
        ...tableOf(asked, "with", "With a result", found.slice(0, most), "found", found),
        says: cutWords(found.length, most),
      },
    ],
    isOfPeriod: true,
  };
}

/** Sentence about words that a table of `most` rows leaves out. */
const cutWords = (count: number, most: number): NonNullable<SheetTable["says"]> =>
  count > most
    ? [
        {
          lead: `${firstOfAll(most, count)}.`,
          words: "The file has all.",
        },
      ]
    : [];

function tableOf(
  { period, isFile }: Asked,
  name: string,
  title: string,
  rows: SearchedWords[],
  count: "found" | "lost",
  whole: SearchedWords[],
): SheetTable {
  return {
    name,
    title,
    columns: [
      { name: "Words", kind: "text" },
      { name: "Times", kind: "count" },
      { name: "Last", kind: "text" },
    ],
    rows: rows.map((own) => ({
      key: own.words,
      cells: [own.words, own[count], isFile ? own.last : shortDayWithin(own.last, period)],
    })),
    all: ["All", whole.reduce((all, own) => all + own[count], 0), ""],
    empty: "None in this period.",
  };
}
