import { expect, test } from "vitest";
import { articleRecord } from "~/shop/blog/article-record.server";
import { articleHtml } from "~/shop/blog/article-text.server";
import { outlineOf } from "./publish-checks";
import { pageRecord } from "~/shop/texts/page-record.server";

/** Processor time in milliseconds that the shop may stand still for one text, on a slow and busy machine. */
const MOST = 2_500;

const article = articleRecord.fields.text?.schema;
const policy = pageRecord.fields.markdown?.schema;
const PIECES = [
  "_a",
  "*a",
  "**a",
  "__a",
  "*a_",
  "a_*",
  "***a",
  "~~a",
  "`a",
  "> ",
  ">",
  "- ",
  "1. ",
  "* a\n",
  "[",
  "[a](",
  "![",
  "|a",
  "<a ",
  "<b>",
  "<div>",
  "<!--",
  "&",
  "\\",
  "http://a ",
  "a@b.c ",
  "# a\n",
  "[a]: b\n",
  "|a\n|-\n",
  "| - |\n",
  "(",
  "<?",
  "    a\n",
  "*a_\n",
  "- a\n  ",
  "> - ",
  "a",
  "[a][",
  "***",
  "_*_",
  "!",
  "a!",
  "`!",
  "*a_*a_*a_\n2. ",
  "*a_*a_*a_\n    - ",
  "*a_\n- ",
];

/** Beginnings of addresses that become links by themselves, before a piece again and again. */
const ADDRESSES = ["www.a", "https://a.b/(", "a@b.co"];
const ENDS = [")", ".", "?", ";", "_", "&a;", "&amp;", "(", "()", "]", "-", "-a", "a.", "@a"];

/** A text of a piece again and again, of at most this many letters. */
const repeated = (piece: string, letters: number) => piece.repeat(Math.floor(letters / piece.length));

/** Processor time in milliseconds of reading and rendering a text: the least of some tries, because a busy machine only adds time. */
function timeOf(text: string, most: number): number {
  let least = Infinity;
  for (let tries = 0; tries < 3 && least >= most; tries += 1) {
    const before = process.threadCpuUsage();
    outlineOf(text);
    articleHtml(text);
    const { user, system } = process.threadCpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}

test.each(PIECES.map((piece) => [piece]))(
  "an article of %j again and again is refused, or rendered at once",
  (piece) => {
    for (const text of [
      repeated(piece, 40_000),
      `x ${repeated(piece, 39_000)}`,
      `${repeated(piece, 900)}\n\n`.repeat(40),
      repeated(`${repeated(piece, 90)}\n`, 40_000),
    ]) {
      const isTaken = article?.safeParse(text).success === true;
      expect(policy?.safeParse(text).success, "a policy has the bounds of an article").toBe(
        isTaken && text.trim() !== "",
      );
      if (!isTaken) continue;
      expect(timeOf(text, MOST)).toBeLessThan(MOST);
    }
  },
);

test.each(ADDRESSES.flatMap((address) => ENDS.map((piece) => [address, piece] as const)))(
  "an article of %s with %j again and again is refused, or rendered at once",
  (address, piece) => {
    for (const text of [address + repeated(piece, 39_900), repeated(`${address}${repeated(piece, 1_900)}\n`, 40_000)]) {
      if (article?.safeParse(text).success !== true) continue;
      expect(timeOf(text, MOST / 2)).toBeLessThan(MOST / 2);
    }
  },
);

test.each([
  ["40,001 letters", "a".repeat(40_001), "A text has at most 40,000 letters. Take some out, or make two of it."],
  [
    "51 quotations in each other",
    `${"> ".repeat(51)}a`,
    "Lists, quotations or tags lie more than 50 levels in each other. Use fewer.",
  ],
  [
    "51 lists in each other",
    Array.from({ length: 51 }, (_, level) => `${"  ".repeat(level)}- a`).join("\n"),
    "Lists, quotations or tags lie more than 50 levels in each other. Use fewer.",
  ],
  [
    "an address of 2,001 letters",
    `See www.a${"b".repeat(1_996)} now`,
    "An address has more than 2,000 letters. Use a shorter one.",
  ],
  [
    "501 signs of emphasis in a paragraph",
    "_a".repeat(501),
    "A paragraph has more than 500 signs such as *, _ or !. Divide it by an empty line.",
  ],
])("%s are refused with a message", (_, text, message) => {
  expect(article?.safeParse(text).error?.issues.map((issue) => issue.message)).toEqual([message]);
});

test.each([
  ["40,000 letters", "a".repeat(40_000)],
  ["50 quotations in each other", `${"> ".repeat(50)}a`],
  ["40,000 letters with 400 exclamation marks", `${"a!".repeat(400)}${"a".repeat(39_200)}`],
  ["500 emphasized words", "*word* ".repeat(250)],
  ["a long list of bold words", "- **word**: words of it\n".repeat(600)],
  ["paragraphs without ends", "<p>word".repeat(300)],
])("%s are accepted", (_, text) => {
  expect(article?.safeParse(text).success).toBe(true);
});
