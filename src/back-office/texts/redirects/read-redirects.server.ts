import { createHash, randomUUID } from "node:crypto";
import { parse } from "csv-parse/sync";
import { z } from "zod";
import { textOfCell } from "~/platform/csv-cell";
import type { Services } from "~/services";
import { answerOnce } from "~/shop/audit/once.server";
import type { Saved } from "~/shop/audit/saving";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";
import { pastedText } from "~/shop/pasted-text";
import { checkedRedirects, type TypedRedirect } from "~/shop/publishing/checked-redirects.server";
import { leadAllOn } from "~/shop/publishing/save-redirects.server";
import type { FormOutcome, SentForm } from "../../forms/form-action.server";

/** Maximum number of lines, and of characters, of one import. */
const MOST_LINES = 5_000;
const MOST_LETTERS = 900_000;
/** Maximum number of lines of each kind that a preview lists. */
const NAMED = 20;
const BAD_NAMED = 100;

/** Fields of the form that imports old addresses. */
export const ReadRedirects = z.object({
  lines: z.string().max(MOST_LETTERS, `Read at most ${MOST_LINES.toLocaleString("en-US")} lines at once.`),
  intent: z.enum(["check", "apply"]).catch("check"),
  checked: z.string().default(""),
});
type Sent = z.output<typeof ReadRedirects>;

/** Preview of an import: the changes that it would make, and its invalid lines. */
export interface RedirectsPreview {
  counts: { fresh: number; changed: number; same: number; bad: number };
  fresh: { from: string; to: string }[];
  changed: { from: string; to: string }[];
  bad: { line: number; text: string; error: string }[];
  /** Digest of the previewed changes; the save is refused if they differ by then. */
  checked: string;
}

/**
 * Data of the empty form.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function openReading(services: Services, member: Member) {
  await requireRight(services, member, "content.change");
  return { submission: randomUUID(), stored: { lines: "" } };
}

const TO = "/words/old-addresses";

/**
 * Previews lines of old addresses, or saves them if the changes are those of the preview; invalid lines are skipped.
 *
 * @throws {Refusal} as `leadAllOn`.
 */
export async function readRedirects(
  { services, member, submission }: SentForm,
  { lines, intent, checked }: Sent,
): Promise<FormOutcome> {
  const before =
    intent === "apply" ? await answerOnce<Saved>(services, member, { submission, kind: "redirects" }) : null;
  if (before) return { to: TO, act: before.act };
  const typed = redirectLines(lines);
  if (typeof typed === "string") return { errors: { lines: typed } };
  const results = await checkedRedirects(services, typed);
  const preview = previewOf(results);
  if (intent === "check") return { asks: preview, status: 200 };
  if (checked !== preview.checked)
    return {
      asks: preview,
      message: "Something differs from what you looked at. Look again, then put it in.",
      status: 409,
    };
  const good = results.flatMap((each) =>
    each.fault || each.state === "same" ? [] : [{ from: each.from, to: each.to }],
  );
  if (good.length === 0) return { to: TO, act: null };
  const saved = await leadAllOn(services, member, { submission, typed: good });
  return { to: TO, act: saved.act };
}

/** Parses CSV, or cells copied from a spreadsheet; an error message if the text cannot be parsed. */
export function redirectLines(lines: string): TypedRedirect[] | string {
  const text = pastedText(lines).trim();
  if (text === "") return "Paste lines, or choose a file.";
  const delimiter = text.split("\n", 1)[0]?.includes("\t") ? "\t" : [",", ";"];
  let rows: string[][];
  try {
    rows = parse(text, { delimiter, trim: true, skip_empty_lines: true, relax_column_count: true });
  } catch {
    return "This is no CSV that can be read: a quotation mark is not closed. One line is: old address, where it leads.";
  }
  const [head] = rows;
  const isHead = !/^(?:\/|https?:)/i.test(head?.[0] ?? "");
  const own = isHead ? rows.slice(1) : rows;
  if (own.length === 0) return "There is no line in it.";
  if (own.length > MOST_LINES) return `Read at most ${MOST_LINES.toLocaleString("en-US")} lines at once.`;
  return own.map(([from = "", to = ""]) => ({ from: textOfCell(from), to: textOfCell(to) }));
}

function previewOf(results: Awaited<ReturnType<typeof checkedRedirects>>): RedirectsPreview {
  const goods = results.flatMap((each) => (each.fault ? [] : [each]));
  const of = (state: string) => goods.filter((each) => each.state === state).map(({ from, to }) => ({ from, to }));
  const [fresh, changed] = [of("new"), of("changed")];
  const bad = results.flatMap((each, place) =>
    each.fault ? [{ line: place + 1, text: `${each.from}, ${each.to}`.slice(0, 120), error: each.fault.text }] : [],
  );
  const digest = createHash("sha256").update(JSON.stringify(results)).digest("hex");
  return {
    counts: { fresh: fresh.length, changed: changed.length, same: of("same").length, bad: bad.length },
    fresh: fresh.slice(0, NAMED),
    changed: changed.slice(0, NAMED),
    bad: bad.slice(0, BAD_NAMED),
    checked: digest,
  };
}
