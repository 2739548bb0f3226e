import { randomUUID } from "node:crypto";
import { type LoaderFunctionArgs, redirect, useLoaderData } from "react-router";
import { DAY } from "~/platform/durations";
import { totalRows } from "~/shop/bag/total-rows";
import { choiceName } from "~/shop/catalog/stock/variant-name";
import { cents, formatCents } from "~/shop/money";
import { shownTotal } from "~/shop/price";
import { deliveryTermsAt } from "~/shop/delivery-terms.server";
import { can } from "~/shop/members/rights";
import { requireRight } from "~/shop/members/rights.server";
import { cameBy, DAYS } from "~/shop/orders/made/made-order";
import { makeOrder } from "~/shop/orders/made/make-order.server";
import { piecesField, priceField } from "~/shop/orders/made/price-field";
import { asksFactorToGive } from "~/shop/orders/refunds/refund-limit.server";
import { type MadeQuote, type OrderWish, quoteMadeOrder } from "~/shop/orders/made/quote-made-order.server";
import { Refusal } from "~/shop/refusal";
import { lastMoment } from "~/shop/shop-time";
import { memberOf, servicesOf } from "../context";
import { counted } from "../count-words";
import { formAction, type FormOutcome } from "../forms/form-action.server";
import { sendForm } from "../forms/send-form";
import { useAsked } from "../forms/use-unsaved";
import { type FormParts, WorkshopForm } from "../forms/workshop-form";
import { refuseDoubtfulZip } from "../orders/order-address.server";
import { ZIP_IS_RIGHT } from "../orders/order-words";
import { Button, ButtonLink } from "../ui/button";
import { Field, MoneyField, SelectField, TextField, Tick } from "../ui/field";
import { PageHead } from "../ui/page-head";
import { Section } from "../ui/section";
import { useMailWaits } from "../use-mail-waits";
import { earlierMade } from "./made-orders.server";
import { goodsOf } from "./goods.server";
import { Decision, type Quoted } from "./decision";
import { parseReducedPrices } from "./parse-reduced-prices";
import { ShopperForm } from "./shopper-form";
import { CAME_BY, methodWords, SHOPPER_LABELS } from "./made-order-words";
import { againIn, newOrderAddress, wishedIn } from "./wished-goods";
import { titled } from "../titled";

export const meta = titled("Make an order");

export async function loader({ context, request }: LoaderFunctionArgs) {
  const [services, member] = [servicesOf(context), memberOf(context)];
  await requireRight(services, member, "orders.make");
  const { searchParams } = new URL(request.url);
  const [wished, again] = [wishedIn(searchParams), againIn(searchParams)];
  if (wished.length === 0) throw redirect(newOrderAddress("", wished, again));
  const stored = again ? await earlierMade(services, member, again) : {};
  return {
    wished,
    again,
    lines: await goodsOf(services, member, wished),
    submission: randomUUID(),
    mayReduce: can(member, "orders.reduce"),
    hasFaster: services.settings().deliveryZones.some(({ delivers, faster }) => delivers && faster),
    stored: { phone: "", days: String(DAYS.usual), cameBy: "phone", ...stored },
  };
}

export const action = formAction({
  right: "orders.make",
  schema: ShopperForm,
  async act({ services, member, request, submission, typed }, fields): Promise<FormOutcome> {
    const { searchParams } = new URL(request.url);
    const [wished, again] = [wishedIn(searchParams), againIn(searchParams)];
    const { prices, errors } = parseReducedPrices(typed, wished);
    if (Object.keys(errors).length > 0) return { errors };
    const { email, name, phone, address, city, postalCode, words, reason, days, total, ...more } = fields;
    const isFaster = more.by === undefined ? Boolean(more.fasterDelivery) : more.by === "faster";
    deliveryTermsAt(services, { zip: postalCode, street: address });
    if (typed[ZIP_IS_RIGHT] === undefined) await refuseDoubtfulZip(services.db, postalCode, city);
    const wish = {
      lines: wished.map(({ variantId, quantity }) => ({ variantId, quantity, price: prices.get(variantId) })),
      customer: { email, name, phone, address, city, postalCode, fasterDelivery: isFaster },
      cameBy: more.cameBy,
      words,
      reason,
      days,
      freeDelivery: more.freeDelivery !== undefined,
      beyondHalf: more.beyondHalf !== undefined,
      ...(more.code !== "" && { code: more.code }),
    };
    const ask = async (message?: string): Promise<FormOutcome> => {
      const now = new Date();
      const quote = await quoteMadeOrder(services, wish, now);
      const { summary, given } = quote;
      if (given > 0 && reason === "") return { errors: { reason: "Say why it costs less. The log keeps it." } };
      const quoted: Quoted = {
        ...shownQuote(quote, wish),
        asksFactor: await asksFactorToGive(services, member, null, { refunded: cents(0), given }),
        until: lastMoment(new Date(now.getTime() + days * DAY), services.settings().timeZone),
      };
      return {
        asks: quoted,
        instead: { total: String(summary.total), fasterDelivery: isFaster ? "yes" : "" },
        ...(message !== undefined && { message }),
      };
    };
    // The button "back" of the confirmation shows the form again with the typed values.
    if (typed.back !== undefined) return { errors: {} };
    // The button of the confirmation that asks for the factor first; the typed values are kept meanwhile.
    if (typed.factor !== undefined) throw new Refusal("factor-missing");
    if (total === undefined || more.by !== undefined) return ask();
    try {
      const number = await makeOrder(
        services,
        member,
        { submission, total: cents(Number(total)), again: again ?? undefined },
        wish,
      );
      return { to: `/orders/made/${number}`, act: submission };
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== "made-order-differs") throw error;
      return ask(error.message);
    }
  },
});

/** Lines, sums, method and addresses of a computed order, as the confirmation shows them. */
const shownQuote = (
  { lines, summary, offers, discount, given, faster }: MadeQuote,
  { customer, code }: Pick<OrderWish, "customer" | "code">,
): Omit<Quoted, "asksFactor" | "until"> => ({
  total: summary.total,
  rows: totalRows(summary, { offers, discountCode: discount?.code }),
  codeLeftOut: code && !discount ? `${code} is not counted: offers that take no code give at least as much.` : null,
  given: given > 0 ? formatCents(given) : null,
  lines: lines.map((line) => ({
    name: line.name,
    choice: [choiceName(line.size, line.color), line.isPresent ? "Present" : counted(line.quantity, "piece")]
      .filter(Boolean)
      .join(". "),
    price: formatCents(shownTotal(line)),
    was: line.listed > line.price ? formatCents(cents(line.listed * line.quantity)) : null,
  })),
  method: methodWords(faster, customer.fasterDelivery ?? false),
  to: customer.email,
  goesTo: [customer.name, customer.address, `${customer.city} ${customer.postalCode}`].join(", "),
});

export const clientAction = sendForm;

/** Page of the second step to make an order for a shopper: buyer, message and reductions; then the confirmation of the total. */
export default function Shopper() {
  const { wished, again, submission, stored } = useLoaderData<typeof loader>();
  const asked = useAsked<Quoted>();
  const back = newOrderAddress("", wished, again);
  if (asked) return <Decision quoted={asked.asks} typed={asked.typed} submission={submission} />;
  return (
    <>
      <PageHead title="Make an order" back={{ to: back, name: "What is bought" }}>
        Who buys it, and where it goes. You see the sum before anything is sent.
      </PageHead>
      <WorkshopForm
        className="stack narrow-form"
        submission={submission}
        stored={stored}
        labels={(field) =>
          SHOPPER_LABELS[field] ??
          (field.startsWith("price-") ? "A price" : field === "lines" ? "What is bought" : "Pieces")
        }
      >
        {(parts) => (
          <>
            <Prices parts={parts} />
            <Who parts={parts} />
            <Said parts={parts} />
            <div className="made-acts">
              <ButtonLink to={back}>Back to the goods</ButtonLink>
              <Button look="main" busy={parts.isSending}>
                See the sum
              </Button>
            </div>
          </>
        )}
      </WorkshopForm>
    </>
  );
}

function Prices({ parts: { field, tick, error } }: { parts: FormParts }) {
  const { lines, mayReduce } = useLoaderData<typeof loader>();
  return (
    <Section title="What is bought" note={counted(lines.length, "line")}>
      {error("lines") && (
        <p className="field__error" id="lines">
          {error("lines")}
        </p>
      )}
      <ul className="made-lines">
        {lines.map(({ id, name, choice, price, quantity }) => (
          <li key={id} className="made-line">
            <span className="made-line__what" id={piecesField(id)} tabIndex={-1}>
              {name}
              <span className="sub">{[choice, counted(quantity, "piece"), price].filter(Boolean).join(". ")}</span>
              {error(piecesField(id)) && <span className="field__error">{error(piecesField(id))}</span>}
            </span>
            {mayReduce && (
              <div className="made-line__price">
                <MoneyField
                  {...field(priceField(id))}
                  label={
                    <span>
                      Price of one, if reduced<span className="vh">{`: ${name}, ${choice}`}</span>
                    </span>
                  }
                />
              </div>
            )}
          </li>
        ))}
      </ul>
      <Field
        {...field("code")}
        label={SHOPPER_LABELS.code}
        labelNote="of the shopper, if there is one"
        autoComplete="off"
        maxLength={40}
      />
      {mayReduce && (
        <div className="stack">
          <Tick {...tick("freeDelivery", "yes")}>Free delivery</Tick>
          <Tick {...tick("beyondHalf", "yes")}>It may hold more than half of what is there</Tick>
          <Field
            {...field("reason")}
            label={SHOPPER_LABELS.reason}
            labelNote="only where it does; for the log"
            maxLength={200}
          />
        </div>
      )}
    </Section>
  );
}

function Who({ parts: { field, tick } }: { parts: FormParts }) {
  const { hasFaster } = useLoaderData<typeof loader>();
  return (
    <Section title="Who buys it">
      <div className="stack">
        <SelectField {...field("cameBy")} label={SHOPPER_LABELS.cameBy}>
          {cameBy.map((way) => (
            <option key={way} value={way}>
              {CAME_BY[way]}
            </option>
          ))}
        </SelectField>
        <Field {...field("name")} label={SHOPPER_LABELS.name} autoComplete="off" maxLength={201} />
        <Field
          {...field("email")}
          label={SHOPPER_LABELS.email}
          labelNote="the link goes here"
          inputMode="email"
          autoComplete="off"
        />
        <Field {...field("phone")} label={SHOPPER_LABELS.phone} inputMode="tel" autoComplete="off" />
        <Field {...field("address")} label={SHOPPER_LABELS.address} autoComplete="off" maxLength={250} />
        <Field {...field("city")} label={SHOPPER_LABELS.city} autoComplete="off" maxLength={100} />
        <Field {...field("postalCode")} label={SHOPPER_LABELS.postalCode} inputMode="numeric" autoComplete="off" />
        {field("postalCode").error && <Tick {...tick(ZIP_IS_RIGHT, "yes")}>City and ZIP are right as they stand</Tick>}
        {hasFaster && <Tick {...tick("fasterDelivery", "yes")}>By the faster method, where the address has one</Tick>}
      </div>
    </Section>
  );
}

function Said({ parts: { field } }: { parts: FormParts }) {
  const waits = useMailWaits();
  return (
    <Section title="The letter" note={waits || undefined}>
      <div className="stack">
        <TextField {...field("words")} label={SHOPPER_LABELS.words} labelNote="may be empty" maxLength={1000} />
        <SelectField {...field("days")} label={SHOPPER_LABELS.days}>
          {Array.from({ length: DAYS.most }, (_, place) => String(place + 1)).map((days) => (
            <option key={days} value={days}>
              {counted(Number(days), "day")}
            </option>
          ))}
        </SelectField>
      </div>
    </Section>
  );
}
