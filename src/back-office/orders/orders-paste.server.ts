import { createHash, randomUUID } from "node:crypto";
import { z } from "zod";
import type { Services } from "~/services";
import type { Member } from "~/shop/members/member";
import { shownNumber } from "~/shop/orders/order-number";
import { carriers } from "~/shop/orders/parcels/carriers";
import { type CheckedLine, checkPasted } from "~/shop/orders/parcels/check-pasted.server";
import { shipPasted } from "~/shop/orders/parcels/many-parcels.server";
import { PlainLine } from "~/shop/plain-text";
import { counted, WAIT_FOR_MAIL, WAITS_FOR_MAIL } from "../count-texts";

/** The longest text that is taken: two hundred lines of it. */
const LONGEST = 20_000;

/** Values of the form. */
export interface PasteForm {
  submission: string;
  lines: string;
  carrier: string;
  /** The carrier's name, where it is none of those that are known. */
  other: string;
}

/** A line beside what was pasted. */
export interface PasteLine {
  line: number;
  sign: "ready" | "again" | "sent" | "wrong";
  order: string;
  shopper: string;
  pieces: string;
  carrier: string;
  tracking: string;
  why: string;
  /** Advice to look at the line again before it ships. */
  warning: string;
  /** Replaces the number of this line when it is pressed, and what it says. */
  fix: { value: string; words: string } | null;
}

/** Answer to pasted text. */
export interface PasteAnswer {
  form: PasteForm;
  lines: PasteLine[];
  /** How many lines would ship now, and what becomes of their letters. */
  ready: number;
  letters: string;
  /** Names what was checked: only that is shipped. */
  checked: string;
  /** Result of shipping, or why nothing was shipped; and whether something left. */
  title: string | null;
  isDone: boolean;
  errors: Partial<Record<"carrier" | "lines", string>>;
  status: number;
}

const Form = z.object({
  submission: z.uuid().catch(() => randomUUID()),
  lines: z.string().max(LONGEST).catch(""),
  carrier: z.enum([...carriers, "other"]).catch(carriers[0]),
  other: PlainLine(40).catch(""),
});

/**
 * Says for each pasted line what sending it would do, or sends those that can be. While somebody types the form stays the same one;
 * every other answer is a new form, so that what was said about the old one is not shown any more.
 *
 * @throws {Refusal} as `shipPasted`.
 */
export async function pasted(
  services: Services,
  member: Member,
  values: Record<string, string>,
): Promise<PasteAnswer | { to: string }> {
  const typed = fixed(Form.parse(values), values.fix);
  const isTyping = values.intent === "typed" && values.fix === undefined;
  const name = typed.carrier === "other" ? typed.other : typed.carrier;
  const isShipping = values.intent === "ship" && values.fix === undefined;
  if (isShipping && values.checked === digestOf(typed) && isName(name)) return shipped(services, member, typed, name);
  const form = isTyping ? typed : { ...typed, submission: randomUUID() };
  if (isShipping && !isName(name))
    return answerOf(services, form, await check(services, member, form), {
      errors: { carrier: "Name who carries them, in letters." },
      status: 422,
    });
  if (!isShipping) return answerOf(services, form, await check(services, member, form), {});
  return answerOf(services, form, await check(services, member, form), {
    title: "The lines are not those that were checked. Look at them, then ship.",
    status: 409,
  });
}

const isName = (carrier: string): boolean => /^[\p{L}\p{N} .&'-]+$/u.test(carrier);

const check = (services: Services, member: Member, { lines, carrier, other }: PasteForm): Promise<CheckedLine[]> =>
  checkPasted(services, member, { text: lines, carrier: carrier === "other" ? other || "Other" : carrier });

async function shipped(
  services: Services,
  member: Member,
  form: PasteForm,
  carrier: string,
): Promise<PasteAnswer | { to: string }> {
  const { act, outcomes } = await shipPasted(services, member, form.submission, { text: form.lines, carrier });
  const done = new Set(outcomes.flatMap(({ number, result }) => (result === "done" ? [number] : [])));
  const lines = await check(services, member, form);
  const stays = lines.filter(({ state }) => state === "wrong");
  if (act && stays.length === 0) return { to: `/orders?ship=left&sort=oldest&done=${act}` };
  const rest = { ...form, submission: randomUUID(), lines: stays.map(({ text }) => text).join("\n") };
  // Lines that stay are numbered anew, as they now stand in the field.
  const status = stays.length > 0 && done.size === 0 ? 409 : 200;
  const answer = answerOf(services, rest, await check(services, member, rest), { status });
  const gone = lines.filter(({ state }) => state === "again").map(pasteLine);
  const letters = lettersWords(services, done.size);
  return {
    ...answer,
    lines: [
      ...gone.map((line): PasteLine => (done.has(numberOf(line)) ? { ...line, sign: "sent", why: "" } : line)),
      ...answer.lines,
    ],
    title:
      done.size > 0
        ? `${counted(done.size, "order was", "orders were")} sent, ${letters}. What is wrong stays below.`
        : "Nothing was shipped.",
    isDone: done.size > 0,
  };
}

/** Words about the letters of so many parcels. */
const lettersWords = ({ mail }: Pick<Services, "mail">, count: number): string =>
  mail.isDelivering
    ? `${counted(count, "letter goes", "letters go")} out`
    : `${counted(count, "letter")} ${count === 1 ? WAITS_FOR_MAIL : WAIT_FOR_MAIL}`;

const numberOf = ({ order }: PasteLine): string => order.replace(/\D/g, "");

function answerOf(
  services: Pick<Services, "mail">,
  form: PasteForm,
  checked: CheckedLine[],
  { title = null, errors = {}, status = 200 }: Partial<Pick<PasteAnswer, "title" | "errors" | "status">>,
): PasteAnswer {
  const ready = checked.filter(({ state }) => state === "ready").length;
  return {
    form,
    lines: checked.map(pasteLine),
    ready,
    letters: lettersWords(services, ready),
    checked: digestOf(form),
    title,
    isDone: false,
    errors,
    status,
  };
}

const pasteLine = (checked: CheckedLine): PasteLine => {
  const { line, state, number, name, pieces, isRest, carrier, tracking, why, warning, meant } = checked;
  return {
    line,
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

/** The form with the number of one line replaced by the one that was meant. */
function fixed(form: PasteForm, fix: string | undefined): PasteForm {
  const [, line = "", number = ""] = /^(\d{1,3}):(\d{8})$/.exec(fix ?? "") ?? [];
  if (!number) return form;
  const lines = form.lines.split(/\r\n|\r|\n/).map((text, index) => {
    if (index + 1 !== Number(line)) return text;
    const tracking = /[\t,;|]/.test(text) ? (text.split(/[\t,;|]/)[1] ?? "") : (text.trim().split(/\s+/).at(-1) ?? "");
    return `${shownNumber(number).slice(1)}   ${tracking.trim()}`;
  });
  return { ...form, lines: lines.join("\n") };
}

/** The form as it is opened, with a line for each order that was chosen in the list. */
export const openPaste = (numbers: string[]): PasteForm => ({
  submission: randomUUID(),
  lines: numbers.map((number) => `${shownNumber(number).slice(1)}   `).join("\n"),
  carrier: carriers[0],
  other: "",
});
