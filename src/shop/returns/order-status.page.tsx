import { DAY } from "~/platform/durations";
import { Form } from "react-router";
import { z } from "zod";
import { type Services, services } from "~/services";
import { attempt, fieldErrorsBy, handleForm, sendForm } from "~/shop/form";
import { privatePage, withRetryAfter } from "~/shop/caching";
import { headOf, metaOf } from "~/shop/head";
import { isThere, moneyBackWords, wayWords } from "~/shop/payments/money-back";
import { sum } from "~/shop/money";
import { moneyBackOf, paidParts } from "~/shop/payments/money-back.server";
import { Refusal } from "~/shop/refusal";
import { ShopperReturnList } from "./shopper-return-list";
import { orderOfReturn, shopperReturns } from "./shopper-returns.server";
import { returnNumberIn } from "./return-number";
import { EmailAddress } from "~/shop/form-submission";
import { wholeDate } from "~/shop/shop-time";
import { pageContent } from "~/shop/texts/page-content.server";
import { admitLookup } from "~/shop/form-limits.server";
import { Field } from "~/ui/field";
import { GoButton, GoLink } from "~/ui/go-link";
import { PageHead } from "~/ui/page-head";
import { PostedForm } from "~/ui/posted-form";
import { cancelAsShopper, cancelOffer } from "~/shop/orders/cancel-as-shopper.server";
import { shownChanges } from "~/shop/orders/changes/shown-changes.server";
import { isByEmail, type Order, type OrderState } from "~/shop/orders/order";
import { orderNumberIn } from "~/shop/orders/order-number";
import { OrderDetails } from "~/shop/orders/status/order-details";
import { findOrder } from "~/shop/orders/orders.server";
import { kindsOf } from "~/shop/orders/kinds-apart.server";
import { reviewLinks } from "~/shop/orders/letter-links.server";
import { isLost, ON_THE_WAY_DAYS, type Parcel } from "~/shop/orders/parcels/pieces";
import type { LostPieces } from "~/shop/orders/parcels/lost-pieces";
import { lostPiecesOf, outstandingPieces } from "~/shop/orders/parcels/lost-pieces.server";
import { parcelsOf } from "~/shop/orders/parcels/parcels.server";
import { parcelWords } from "~/shop/orders/status/parcel-words";
import { piecesOut } from "./pieces-out.server";
import { onceBack, shopperState, wordsByEmail } from "~/shop/orders/status/shopper-state";
import printSheet from "~/shop/orders/status/order-print.css?url";
import type { Route } from "./+types/order-status.page";

/** Fields for finding an order: its number or its return's number, and the e-mail address. */
const Lookup = z.object({
  order: z
    .string()
    .trim()
    .refine(
      (text) => (orderNumberIn(text) ?? returnNumberIn(text)) !== undefined,
      "Please enter the eight digits of your order number.",
    ),
  email: EmailAddress,
  step: z.enum(["show", "cancel"]).catch("show"),
});

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db, address, settings } = context.get(services);
  const { states: _states, goes: _goes, ...texts } = await pageContent(db, "orderStatus", settings());
  const head = headOf(
    { address, settings: settings() },
    {
      title: texts.heading,
      description: "Follow your order with its number and your e-mail address.",
      path: "/order-status",
      listed: false,
    },
  );
  const { supportEmail, supportHours } = settings();
  return { head, texts, order: url.searchParams.get("order") ?? "", supportEmail, supportHours };
}

/**
 * Shows an order, or cancels it first. An unknown number and a wrong e-mail address get the same answer, so that neither can be
 * guessed.
 */
export async function action({ context, request }: Route.ActionArgs) {
  const shop = context.get(services);
  const { db } = shop;
  return handleForm(request, Lookup, async ({ order: typed, email, step }) => {
    const lookup = { form: "order-status", email, unknown: "order-unknown" } as const;
    const found = async () => {
      const number = orderNumberIn(typed) ?? (await orderOfReturn(db, returnNumberIn(typed) ?? ""));
      const order = number && (await findOrder(db, number, email));
      if (!order || !order.paidAt) throw new Refusal("order-unknown");
      return order;
    };
    const order = await admitLookup(shop, request, lookup, found);
    let declined = "";
    if (step === "cancel")
      await attempt(
        () => cancelAsShopper(shop, { order: order.number, email }),
        (words) => (declined = words),
      );
    return { declined, ...(await statusOf(shop, step === "cancel" ? await found() : order)) };
  });
}

/** Loads all data of an order's page. */
async function statusOf(shop: Services, order: Order) {
  const { db } = shop;
  const settings = shop.settings();
  const allBack = await moneyBackOf(db, order.number);
  const [texts, parcels, paid, lost, { missing }, out, returns, changes, cancel] = await Promise.all([
    pageContent(db, "orderStatus", settings),
    parcelsOf(db, order.number),
    paidParts(db, order.number),
    lostPiecesOf(db, order.number),
    outstandingPieces(db, order.number),
    piecesOut(db, order.number),
    shopperReturns(shop, order.number, allBack, settings),
    shownChanges(shop, order.number, allBack, settings),
    cancelOffer(db, order, settings),
  ]);
  const dayOf = (at: Date) => wholeDate(at, settings.timeZone);
  const now = new Date();
  const back = allBack.filter(({ state }) => state !== "failed");
  const rest = sum(paid.map(({ amount }) => amount)) - sum(back.map(({ amount }) => amount));
  const words =
    (isByEmail(order) && wordsByEmail(order.state)) ||
    texts.states[shopperState(order.state, missing, parcels.length > 0)];
  const textBack = missing === "nothing" && allBack.length > 0 ? onceBack(order.state) : undefined;
  const isAllThere = allBack.every((part) => isThere(part, now)) && (order.state !== "cancelled" || rest <= 0);
  return {
    order,
    // The page gets only the words of the order's state, so that its data stays small.
    status: textBack && isAllThere ? { ...words, ...texts.states[textBack] } : words,
    goes: texts.goes.heading,
    missing,
    cancel,
    money: textBack ? moneyBackWords(allBack, settings.refundTime, now) : "",
    canReturn: !isSettled(order.state) && [...out.values()].some((pieces) => pieces > 0),
    waits: !isSettled(order.state) && parcels.length === 0,
    placed: dayOf(order.draftedAt),
    leavesBy: order.shipBy && !isSettled(order.state) && parcels.length === 0 ? wholeDate(order.shipBy, "UTC") : null,
    parcels: parcels.map((parcel) => ({ ...parcel, where: parcelWords(parcel, lostFor(order, lost), dayOf) })),
    paid: paid.map(({ way, amount }) => ({ way: wayWords(way), amount })),
    refunds: back.map(({ refundId: id, amount, at, way }) => ({ id, amount, day: dayOf(at), way: wayWords(way) })),
    returns,
    changes,
    reviews: await reviewPath(shop, order.number, parcels),
  };
}

const lostFor = ({ lines }: Order, lost: LostPieces[]) =>
  lost.map((own) => ({ ...own, isFree: lines.some((line) => line.position === own.position && line.isPresent) }));

/** Path of the page on which what arrived of an order can be reviewed; null before, and for a sample of the demo. */
async function reviewPath(shop: Services, number: string, parcels: Parcel[]): Promise<string | null> {
  const since = Date.now() - ON_THE_WAY_DAYS * DAY;
  const isThere = parcels.some(
    (parcel) => parcel.deliveredAt || (!isLost(parcel) && parcel.shippedAt.getTime() < since),
  );
  if (!isThere || (await kindsOf(shop.db, [number])).get(number)?.kind === "sample") return null;
  return `${await reviewLinks.address({ ...shop, address: "" }, number)}?pieces=all`;
}

/** Whether an order cannot have returns because it is cancelled or fully refunded. */
const isSettled = (state: OrderState): boolean => state === "cancelled" || state === "refunded";

export const clientAction = (args: Route.ClientActionArgs) => sendForm(args);
export const headers = withRetryAfter(privatePage);
export const links: Route.LinksFunction = () => [{ rel: "stylesheet", href: printSheet, media: "print" }];
export const meta: Route.MetaFunction = ({ loaderData }) => metaOf(loaderData?.head);

const complaints = fieldErrorsBy(() => Promise.resolve(Lookup));

export default function OrderStatusPage({ loaderData, actionData }: Route.ComponentProps) {
  const { texts } = loaderData;
  if (actionData?.ok)
    return (
      <main id="main" className="wide">
        <h1 className="page-t">{texts.heading}</h1>
        {/* The key remounts the page for a new state: its heading takes the focus. */}
        <OrderDetails key={actionData.value.order.state} {...actionData.value}>
          {actionData.value.returns.length > 0 && <ShopperReturnList returns={actionData.value.returns} />}
        </OrderDetails>
        <nav className="order-details__more" aria-label="Your order">
          {actionData.value.canReturn && <StartReturn {...actionData.value.order} />}
          {actionData.value.reviews && <GoLink to={actionData.value.reviews}>Review what you bought</GoLink>}
          {actionData.value.waits && <GoLink to="/contact">Write to us about it</GoLink>}
          <GoLink to="/order-status">Look up another order</GoLink>
        </nav>
      </main>
    );

  return (
    <main id="main">
      <PageHead title={texts.heading} lead={texts.text} />
      <div className="wide desk">
        <div className="desk__facts">
          <SupportContact email={loaderData.supportEmail} hours={loaderData.supportHours} />
          <nav className="dead__ways" aria-label="Orders">
            {texts.links.map(({ label, href }) => (
              <GoLink key={href} to={href}>
                {label}
              </GoLink>
            ))}
          </nav>
        </div>
        <section className="comment desk__form desk__form--first" aria-label="Find your order">
          <PostedForm action="/order-status" complaints={complaints} answered={actionData} button="Show my order">
            {(typed, errors) => <LookupFields typed={typed} errors={errors} order={loaderData.order} />}
          </PostedForm>
        </section>
      </div>
    </main>
  );
}

/** Starts a return of this order with a POST request, so that no URL contains the e-mail address. */
const StartReturn = ({ number, email }: { number: string; email: string }) => (
  <Form method="post" action="/return-or-exchange#return">
    <input type="hidden" name="order" value={number} />
    <input type="hidden" name="email" value={email} />
    <GoButton>Start a return</GoButton>
  </Form>
);

const SupportContact = ({ email, hours }: { email: string; hours: string }) => (
  <dl className="particulars">
    <div>
      <dt>E-mail</dt>
      <dd>
        <a className="text-link" href={`mailto:${email}`}>
          {email}
        </a>
      </dd>
    </div>
    <div>
      <dt>Hours</dt>
      <dd>{hours}</dd>
    </div>
  </dl>
);

interface LookupFieldsProps {
  typed: Partial<Record<string, string>>;
  errors: Partial<Record<string, string>>;
  /** Order number from the URL of a link in a letter. */
  order: string;
}

const LookupFields = ({ typed, errors, order }: LookupFieldsProps) => (
  <>
    <Field
      name="order"
      label="Order number"
      placeholder="#4821 7350"
      defaultValue={typed["order"] ?? order}
      error={errors["order"]}
      inputMode="numeric"
      autoComplete="off"
      maxLength={30}
      className="half"
      required
    />
    <Field
      name="email"
      label="Email"
      type="email"
      defaultValue={typed["email"]}
      error={errors["email"]}
      autoComplete="email"
      maxLength={254}
      className="half"
      required
    />
  </>
);
