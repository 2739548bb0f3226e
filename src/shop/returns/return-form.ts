import { z } from "zod";
import { Traps } from "~/shop/bot-traps";
import { EmailAddress, ShortText } from "~/shop/form-submission";
import { limits } from "~/shop/limits";
import { Refusal } from "~/shop/refusal";
import type { Settings } from "~/shop/settings";
import { chosenOf, fieldOf, isTwofold, namesWish, wantsExchange, withWishes } from "./exchange-form";
import { mayExchange, type ReturnedLine, reasonsFor, type SoldOrder } from "./return";
import { ReasonField } from "./reason-schema";

/** Schema of the fields for finding an order: its number and e-mail address. */
export const OrderLookup = z
  .object({
    order: ShortText("Please enter your order number."),
    email: EmailAddress,
  })
  .extend(Traps.shape);
export type OrderLookup = z.infer<typeof OrderLookup>;

/** Pattern of the names of a line's form fields. */
const LINE_FIELD = /^(quantity|reason|wish|exchange|other|instead)-\d{1,3}$/;

/**
 * Form of the return page, for all its steps. Every step after the first repeats the order, the number of returns that it had
 * when shown, and the lines' fields as `values`. The step "look" searches for other products by name.
 */
export const ReturnRequest = OrderLookup.extend({
  step: z.enum(["find", "look", "start"]).default("find"),
  round: z.string().max(10).default("0"),
})
  .catchall(z.string().max(limits.text.line))
  .transform(({ order, email, step, round, ...more }) => ({
    order,
    email,
    step,
    round,
    values: withWishes(
      Object.fromEntries(
        Object.entries(more).flatMap(([name, value]) =>
          LINE_FIELD.test(name) && value !== undefined ? [[name, value]] : [],
        ),
      ),
    ),
  }));

/**
 * Parses the lines of the form that have a quantity above zero. Errors of all lines are thrown together, by field.
 *
 * @throws {Refusal} `input-invalid`, or `not-returnable` for a line that cannot be returned. Fields of unknown lines are ignored.
 */
export function returnedLines(
  values: Record<string, string>,
  order: SoldOrder,
  now: Date,
  settings: Settings,
): ReturnedLine[] {
  const fields: Record<string, string> = {};
  const lines = order.lines.flatMap((line) => {
    const { position } = line;
    const quantity = Number(values[fieldOf("quantity", position)] ?? 0);
    const isWishing = namesWish(values, line);
    const allowed = reasonsFor(line, order, now, settings);
    if (quantity === 0) {
      if (isWishing && allowed.length > 0) fields[fieldOf("quantity", position)] = NOTHING_SENT;
      return [];
    }

    if (allowed.length === 0) throw new Refusal("not-returnable");
    const left = line.sent - line.returned;
    if (!Number.isInteger(quantity) || quantity < 0 || quantity > left)
      fields[fieldOf("quantity", position)] = `You can send back ${left === 1 ? "one" : `up to ${left}`}.`;

    const reason = ReasonField.safeParse(values[fieldOf("reason", position)]);
    if (!reason.success) fields[fieldOf("reason", position)] = "Please choose a reason.";
    else if (!allowed.includes(reason.data))
      fields[fieldOf("reason", position)] =
        reason.data === "exchange" && order.isDisputed
          ? notExchanged(order)
          : "This item comes back only if it arrived damaged, faulty or wrong.";

    const isExchange = wantsExchange(values, line, reason.data === "exchange");
    if (isExchange === undefined) fields[fieldOf("wish", position)] = "Please choose what you would like.";
    else if ((isWishing && !isExchange) || isTwofold(values, position)) fields[fieldOf("wish", position)] = TWO_ANSWERS;
    else if (isExchange && !mayExchange(line, order, now, settings))
      fields[fieldOf("reason", position)] ??= notExchanged(order);

    const wanted = isExchange && !(fieldOf("wish", position) in fields) ? chosenOf(line, values, quantity) : undefined;
    if (wanted && "fields" in wanted) Object.assign(fields, wanted.fields);

    if (!reason.success) return [];
    const exchange = wanted && "choice" in wanted ? wanted.choice : undefined;
    const instead = { exchangeFor: exchange?.name ?? "", exchangeVariantId: exchange?.id ?? null };
    return [{ position, quantity, reason: reason.data, ...instead }];
  });

  if (Object.keys(fields).length > 0) throw new Refusal("input-invalid", { fields });
  if (lines.length === 0)
    throw new Refusal("input-invalid", { fields: { lines: "Please choose at least one item to send back." } });
  return lines;
}

const NOTHING_SENT = "Say how many come back, or leave out what is wanted instead.";
const TWO_ANSWERS = "Two different things are wanted here. Choose which of the two it is.";
const notExchanged = ({ isDisputed }: Pick<SoldOrder, "isDisputed">): string =>
  isDisputed
    ? "Your bank has asked us about the payment of this order, so it cannot be exchanged here. Send it back, or write to us."
    : "This item is not exchanged here. Send it back, or write to us.";
