import { createHash } from "node:crypto";
import type { Services } from "~/services";
import { answerOnce, once } from "~/shop/audit/once.server";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";
import { folded } from "~/shop/folded-text";
import { Refusal } from "~/shop/refusal";
import type { StockLine } from "./stock";
import { changeStock } from "./change-stock.server";
import { type DeliveryLine, deliveryLines, MOST_LINES } from "./delivery";
import { calledSo, type VariantOfCode, variantsByCode } from "../naming/variants-by-code.server";

/** Result of a delivery's line: the received pieces, or an error; for an ambiguous line also the variants to choose from. */
export type DeliveryAnswer = { text: string } & (
  { name: string; pieces: number } | { error: string; choices?: { id: number; name: string }[] }
);

/** Result of a delivery for all its lines. */
export interface Delivery {
  saved: true;
  /** Id of the act in the log. */
  act: string;
  pieces: number;
  reason: string;
  answers: DeliveryAnswer[];
}

interface DeliveryForm {
  submission: string;
  pasted: string;
  /** Name of the supplier, or number of the delivery note. */
  reason: string;
  /** Variants that the member chose for ambiguous lines; lines with the same text are matched in sequence. */
  picks?: { text: string; variantId: number }[];
}

const KIND = "delivery";

/**
 * Receives a delivery: lines without errors in one transaction; lines with errors are reported. A repeated form gets the first
 * answer.
 *
 * @throws {Refusal} `right-missing`, `input-invalid` for too many lines or none, `submission-foreign` for other lines with the
 * same form id.
 */
export async function receiveDelivery(
  services: Pick<Services, "db">,
  member: Member,
  { submission, pasted, reason, picks = [] }: DeliveryForm,
): Promise<Delivery> {
  await requireRight(services, member, "stock.change");
  const lines = deliveryLines(pasted);
  if (lines.length === 0) throw new Refusal("input-invalid", { fields: { lines: "Paste at least one line." } });
  if (lines.length > MOST_LINES)
    throw new Refusal("input-invalid", {
      fields: { lines: `Paste at most ${MOST_LINES.toLocaleString("en-US")} lines.` },
    });
  const record = createHash("sha256")
    .update(JSON.stringify([pasted, reason, picks]))
    .digest("hex");

  return once(services, member, { submission, kind: KIND, record }, async (tx): Promise<Delivery> => {
    const bySku = await variantsByCode(
      tx,
      lines.flatMap((line) => ("sku" in line ? [line.sku] : [])),
    );
    const picked = Map.groupBy(picks, ({ text }) => text);
    const received: StockLine[] = [];
    const answers = lines.map((line): DeliveryAnswer => {
      if ("error" in line) return line;
      const { text, pieces } = line;
      const found = meantBy(line, bySku.get(folded(line.sku)) ?? [], () => picked.get(text)?.shift()?.variantId);
      if ("error" in found) return { text, ...found };
      if (found.level === null) return { text, error: `${found.name} is sold without limit, so it is not counted.` };
      received.push({ variantId: found.id, quantity: pieces });
      return { text, name: found.name, pieces };
    });
    const act = { memberId: member.id, submission };
    await changeStock(tx, { lines: received, cause: "delivery", reason, act });
    const pieces = received.reduce((total, { quantity }) => total + quantity, 0);
    return { saved: true, act: submission, pieces, reason, answers };
  });
}

/**
 * Results of a delivery that this member received within the last day; null if there is none.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function deliveryAnswers(
  services: Pick<Services, "db">,
  member: Member,
  submission: string,
): Promise<Delivery | null> {
  await requireRight(services, member, "stock.change");
  return answerOnce<Delivery>(services, member, { submission, kind: KIND });
}

type Read = Extract<DeliveryLine, { sku: string }>;

/**
 * Finds the variant of a delivery's line: the only match of its SKU or barcode with its size and color, else the member's choice,
 * else an error.
 */
function meantBy({ choice = [] }: Read, ofCode: VariantOfCode[], pick: () => number | undefined) {
  const [first] = ofCode;
  if (!first) return { error: "Nothing has this SKU or barcode." };
  const called = calledSo(ofCode, choice);
  const [variant, ...others] = called;
  if (variant && others.length === 0) return variant;
  const among = variant ? called : ofCode;
  const wanted = pick();
  const error = variant
    ? `${called.length} variants have this ${first.by}. Choose the one that came.`
    : `No variant with this ${first.by} is called ${choice.join(", ")}. Choose the one that came.`;
  return among.find(({ id }) => id === wanted) ?? { error, choices: among.map(({ id, name }) => ({ id, name })) };
}
