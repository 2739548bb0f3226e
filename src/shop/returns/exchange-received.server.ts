import type { Database } from "~/platform/database.server";
import type { Services } from "~/services";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";
import { lockOrder } from "~/shop/orders/changes/lock-order.server";
import { exchangeToPay } from "~/shop/orders/changes/open-change.server";
import { refundableMoney } from "~/shop/payments/refunds.server";
import { Refusal } from "~/shop/refusal";
import { chosenOf, fieldOf, notFound, withOthers } from "./exchange-form";
import { type LineToChoose, linesToChoose } from "./lines-to-choose";
import { linesToSettle, type SettleableLine } from "./lines-to-settle.server";
import { forMembers } from "./return";
import { actOnReturn, type ReturnForm, takeStep } from "./return-acts.server";
import { keepInstead, lockReturnsOf, returnableOrder, returnByNumber, type startReturn } from "./returns.server";
import { dueOf } from "./settlement";

/** A line of a received return with the goods for which its pieces may be exchanged. */
export interface LineToExchange extends Pick<
  LineToChoose,
  "position" | "name" | "choice" | "image" | "next" | "variants" | "others"
> {
  /** Number of received pieces; all of them are exchanged. */
  pieces: number;
  reason: string;
}

/** Received pieces of a line that can still be exchanged, and have no goods reserved for them. */
const piecesOf = (line: SettleableLine): number => (line.kept ? 0 : dueOf(line));

/**
 * Lines of a received return whose pieces may be exchanged at any price, with the goods of the form's searches. None while, or
 * after, the difference of an exchange of this return was asked: a return has one.
 *
 * @throws {Refusal} `right-missing`, `return-unknown`, `order-cancelled`.
 */
export async function linesToExchange(
  services: Pick<Services, "db" | "settings">,
  member: Member,
  number: string,
  values: Record<string, string> = {},
  now = new Date(),
): Promise<LineToExchange[]> {
  await requireRight(services, member, "returns.settle");
  const { lines } = await exchangeableLines(services, number, values, now);
  return lines.map(({ sold: _sold, ...line }) => line);
}

async function exchangeableLines(
  { db, settings }: Pick<Services, "settings"> & { db: Database },
  number: string,
  values: Record<string, string>,
  now: Date,
) {
  const found = await returnByNumber(db, number);
  if (!found) throw new Refusal("return-unknown");
  const { email, number: orderNumber } = found.order;
  const request = { order: orderNumber, email, values };
  const { order, sold } = await returnableOrder(db, request, { byMember: true });
  const received = (await exchangeToPay(db, number)) ? [] : await linesToSettle(db, number);
  const chosen = linesToChoose(order, forMembers(sold, now), now, settings());
  const lines = received.flatMap((line) => {
    const own = chosen.find(({ position }) => position === line.position);
    const of = sold.lines.find(({ position }) => position === line.position);
    const pieces = piecesOf(line);
    if (!own || !of || pieces <= 0) return [];
    const { position, name, choice, image, next, variants, others } = own;
    return [{ position, name, choice, image, next, variants, others, pieces, reason: line.reason, sold: of }];
  });
  return { order, sold, lines };
}

/** Error messages for searches of a form without a result, by field. */
export const foundNothing = (values: Record<string, string>, lines: LineToExchange[]): Record<string, string> =>
  notFound(
    values,
    lines.map(({ position, others }) => ({ position, isFound: others.length > 0 })),
  );

/**
 * Exchanges received pieces for goods at any price, once per form: reserves the goods as at the start of a return. If they cost
 * more, the shopper gets a link to pay the difference, and the return is settled once it is paid or its time is over.
 *
 * @throws {Refusal} `right-missing`, `submission-foreign`, `return-unknown`, `edited-meanwhile`; `order-state` unless the return
 * is received; `change-open` if the difference of an exchange was asked before; `input-invalid` beside the field; as
 * `reserveExchange`.
 */
export async function exchangeReceived(
  services: Parameters<typeof startReturn>[0],
  member: Member,
  form: ReturnForm,
  typed: Record<string, string>,
  now = new Date(),
): Promise<void> {
  const act = { right: "returns.settle", field: "exchange" } as const;
  const values = withOthers(typed);
  await actOnReturn(services, member, form, act, async (inside, step) => {
    const { db: tx } = inside;
    const { number, actor } = step;
    const found = await returnByNumber(tx, number);
    if (!found) throw new Refusal("return-unknown");
    const orderNumber = found.order.number;
    await lockReturnsOf(tx, orderNumber);
    await refundableMoney(tx, orderNumber);
    await lockOrder(tx, orderNumber);
    await takeStep(tx, step, ["received"], {});
    if (await exchangeToPay(tx, number)) throw new Refusal("change-open");
    const { sold, lines } = await exchangeableLines(inside, number, values, now);
    const chosen = chosenLines(lines, values);
    await keepInstead(inside, { returnNumber: number, orderNumber, actor }, { lines: chosen, sold }, now);
    const asked = await exchangeToPay(tx, number);
    return asked ? asked.difference : 0;
  });
}

type ExchangeableLine = Awaited<ReturnType<typeof exchangeableLines>>["lines"][number];

/** Lines of the form for which goods are chosen, with their choice; errors of all fields are thrown together. */
function chosenLines(lines: ExchangeableLine[], values: Record<string, string>) {
  const fields: Record<string, string> = {};
  const chosen = lines.flatMap(({ position, pieces, sold }) => {
    if ((values[fieldOf("exchange", position)] ?? "") === "") return [];
    const said = chosenOf(sold, values, pieces);
    if ("fields" in said) {
      Object.assign(fields, said.fields);
      return [];
    }
    return [{ position, quantity: pieces, exchangeVariantId: said.choice.id }];
  });
  const [first] = lines;
  if (chosen.length === 0 && Object.keys(fields).length === 0 && first)
    fields[fieldOf("exchange", first.position)] = "Choose what is sent instead.";
  if (Object.keys(fields).length > 0) throw new Refusal("input-invalid", { fields });
  return chosen;
}
