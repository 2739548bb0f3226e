import { createHash, randomUUID } from "node:crypto";
import { z } from "zod";
import type { Services } from "~/services";
import type { Member } from "~/shop/members/member";
import { shownNumber } from "~/shop/orders/order-number";
import { carriers } from "~/shop/orders/parcels/carriers";
import { type CheckedLine, checkPasted } from "~/shop/orders/parcels/check-pasted.server";
import { MOST_LINES } from "~/shop/orders/parcels/pasted-lines";
import { shipPasted } from "~/shop/orders/parcels/many-parcels.server";
import { PlainLine } from "~/shop/plain-text";
import { linesOfPasted } from "~/shop/pasted-text";
import { counted, WAIT_FOR_MAIL, WAITS_FOR_MAIL } from "../count-words";
import type { FormOutcome, SentForm } from "../forms/form-action.server";

/** Maximum length of the pasted text in characters, enough for 200 lines. */
const LONGEST = 20_000;

/** Letters of a line that stops, as it is repeated above the results. */
const SHOWN_TEXT = 80;

/** Fields of the form. */
interface PasteForm {
  lines: string;
  carrier: string;
  /** Name of a carrier that is not in the list. */
  other: string;
}

/** Result of one pasted line, which is shown beside the text. */
export interface PasteLine {
  line: number;
  /** The pasted line, shortened. */
  text: string;
  sign: "ready" | "again" | "sent" | "wrong";
  order: string;
  shopper: string;
  pieces: string;
  carrier: string;
  tracking: string;
  why: string;
  /** Warning that the member should check before shipping. */
  warning: string;
  /** Value and label of the button that replaces the order number of this line by a suggestion. */
  fix: { value: string; words: string } | null;
}

/** Results of checking the pasted lines, before they are shipped. */
export interface PasteCheck {
  lines: PasteLine[];
  /** Number of lines that can be shipped, and a text about their letters (`letters`). */
  ready: number;
  letters: string;
  /** Hash of the checked lines and carrier; a form with other lines or another carrier is not shipped. */
  checked: string;
  /** Sentence about shipped lines; empty if none were shipped. */
  done: string;
}

/** Result of a check while typing; `of` is the key of the form. */
export interface LiveCheck extends PasteCheck {
  of: string;
}

export const Pasted = z.object({
  lines: z.string().max(LONGEST, `Paste at most ${MOST_LINES} lines at once.`).default(""),
  carrier: z.enum([...carriers, "other"]).catch(carriers[0]),
  other: PlainLine(40).catch(""),
  intent: z.enum(["typed", "check", "ship"]).catch("check"),
  checked: z.string().default(""),
  /** Key of the form that is checked while typing. */
  of: z.string().default(""),
  /** Value of the pressed button of a suggestion: the line and the suggested number. */
  fix: z.string().optional(),
});

/**
 * Checks pasted lines or ships the valid ones. A check while typing names the form that it is of.
 *
 * @throws {Refusal} as `shipPasted`.
 */
export async function pasted(
  { services, member, submission }: Pick<SentForm, "services" | "member" | "submission">,
  { intent, fix, checked, of, ...form }: z.output<typeof Pasted>,
): Promise<FormOutcome> {
  const look = (typed: PasteForm) => checkOf(services, member, typed);
  if (fix !== undefined) {
    const lines = fixed(form.lines, fix);
    return { asks: await look({ ...form, lines }), instead: { lines }, status: 200 };
  }
  if (intent === "typed") return { shown: { ...(await look(form)), of } satisfies LiveCheck };
  if (intent === "check") return { asks: await look(form), status: 200 };
  const carrier = form.carrier === "other" ? form.other : form.carrier;
  if (!isName(carrier)) return { asks: await look(form), errors: { other: "Name who carries them, in letters." } };
  if (checked === digestOf(form)) return shipped(services, member, { submission, form, carrier });
  return {
    asks: await look(form),
    message: "The lines are not those that were checked. Look at them, then ship.",
    status: 409,
  };
}

const isName = (carrier: string): boolean => /^[\p{L}\p{N} .&'-]+$/u.test(carrier);

const check = (services: Services, member: Member, { lines, carrier, other }: PasteForm): Promise<CheckedLine[]> =>
  checkPasted(services, member, { text: lines, carrier: carrier === "other" ? other || "Other" : carrier });

const checkOf = async (services: Services, member: Member, form: PasteForm): Promise<PasteCheck> =>
  shownCheck(services, form, await check(services, member, form));

async function shipped(
  services: Services,
  member: Member,
  { submission, form, carrier }: { submission: string; form: PasteForm; carrier: string },
): Promise<FormOutcome> {
  const { act, outcomes } = await shipPasted(services, member, submission, { text: form.lines, carrier });
  const done = new Set(outcomes.flatMap(({ number, result }) => (result === "done" ? [number] : [])));
  const lines = await check(services, member, form);
  const stays = lines.filter(({ state }) => state === "wrong");
  if (act && stays.length === 0) return { to: "/orders?ship=left&sort=oldest", act };
  const rest = { ...form, lines: stays.map(({ text }) => text).join("\n") };
  // Checks the remaining lines again, because their line numbers in the field have changed.
  const shown = await checkOf(services, member, rest);
  const gone = lines
    .filter(({ state }) => state === "again")
    .map(pasteLine)
    .map((line): PasteLine => (done.has(numberOf(line)) ? { ...line, sign: "sent", why: "" } : line));
  const left = `${counted(done.size, "order was", "orders were")} sent, ${lettersWords(services, done.size)}. What is wrong stays below.`;
  return {
    asks: { ...shown, lines: [...gone, ...shown.lines], done: done.size > 0 ? left : "" } satisfies PasteCheck,
    instead: { lines: rest.lines },
    // A response below 400 makes the router reload all data, such as the menu's counts.
    status: stays.length > 0 && done.size === 0 ? 409 : 200,
    ...(done.size === 0 && { message: "Nothing was shipped." }),
  };
}

/** Text about the letters for a number of parcels. */
const lettersWords = ({ mail }: Pick<Services, "mail">, count: number): string =>
  mail.isDelivering
    ? `${counted(count, "letter goes", "letters go")} out`
    : `${counted(count, "letter")} ${count === 1 ? WAITS_FOR_MAIL : WAIT_FOR_MAIL}`;

const numberOf = ({ order }: PasteLine): string => order.replace(/\D/g, "");

function shownCheck(services: Pick<Services, "mail">, form: PasteForm, found: CheckedLine[]): PasteCheck {
  const ready = found.filter(({ state }) => state === "ready").length;
  return {
    lines: found.map(pasteLine),
    ready,
    letters: lettersWords(services, ready),
    checked: digestOf(form),
    done: "",
  };
}

const pasteLine = (checked: CheckedLine): PasteLine => {
  const { line, text, state, number, name, pieces, isRest, carrier, tracking, why, warning, meant } = checked;
  return {
    line,
    text: text.slice(0, SHOWN_TEXT),
    sign: state,
    order: number ? shownNumber(number) : "",
    shopper: name ?? "",
    pieces: isRest ? `${pieces}, the rest` : String(pieces),
    carrier,
    tracking,
    why,
    warning,
    fix: meant && {
      value: `${line}:${meant.number}`,
      words: [shownNumber(meant.number), meant.name].filter(Boolean).join(", "),
    },
  };
};

const digestOf = ({ lines, carrier, other }: PasteForm): string =>
  createHash("sha256")
    .update(JSON.stringify([lines.replace(/\r\n?/g, "\n"), carrier, other]))
    .digest("hex")
    .slice(0, 32);

/** Replaces the order number of one line by a suggested number. */
function fixed(lines: string, fix: string): string {
  const [, line = "", number = ""] = /^(\d{1,3}):(\d{8})$/.exec(fix) ?? [];
  if (!number) return lines;
  const mended = linesOfPasted(lines).map((text, index) => {
    if (index + 1 !== Number(line)) return text;
    const tracking = /[\t,;|]/.test(text) ? (text.split(/[\t,;|]/)[1] ?? "") : (text.trim().split(/\s+/).at(-1) ?? "");
    return `${shownNumber(number).slice(1)}   ${tracking.trim()}`;
  });
  return mended.join("\n");
}

/** Data of the form when it is opened, with a line for each order that was chosen in the list. */
export const openPaste = (numbers: string[]) => ({
  submission: randomUUID(),
  lines: numbers.map((number) => `${shownNumber(number).slice(1)}   `).join("\n"),
  carrier: carriers[0],
  other: "",
});
