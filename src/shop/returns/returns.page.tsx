import { data } from "react-router";
import type { Database } from "~/platform/database.server";
import { type Services, services } from "~/services";
import { GoLink } from "~/ui/go-link";
import { JsonLd } from "~/ui/json-ld";
import { PageHead } from "~/ui/page-head";
import { handleForm, sendForm } from "~/shop/form";
import { publicPage, withRetryAfter } from "~/shop/caching";
import { inSearch } from "~/shop/texts/search-texts.server";
import { headOf, metaOf } from "~/shop/head";
import { cancelOffer } from "~/shop/orders/cancel-as-shopper.server";
import { changeLinks } from "~/shop/orders/letter-links.server";
import { exchangeToPay } from "~/shop/orders/changes/open-change.server";
import { formatCents } from "~/shop/money";
import { withoutEmpty } from "~/shop/catalog/listing/links-to-goods.server";
import { pageContent } from "~/shop/texts/page-content.server";
import type { Settings } from "~/shop/settings";
import { wholeDate } from "~/shop/shop-time";
import { breadcrumbs } from "~/shop/structured-data";
import { admitLookup } from "~/shop/form-limits.server";
import { usualBackWords } from "./shopper-return-words";
import { keptForReturn, orderOfReturn } from "./shopper-returns.server";
import { usualBack } from "./usual-back.server";
import type { Route } from "./+types/returns.page";
import { linesToChoose } from "./lines-to-choose";
import { requireFound, withOthers } from "./exchange-form";
import { returnableUntil } from "./return";
import { ReturnRequest } from "./return-form";
import { type Answered, type FoundOrder, ReturnSteps } from "./return-steps";
import { type ReturnableOrder, returnableOrder, startReturn } from "./returns.server";

const PATH = "/return-or-exchange";

/** Query parameters that the page reads; other parameters are not part of its cache key. */
export const searchParameters = [];

export async function loader({ context }: Route.LoaderArgs) {
  const { db, address, settings } = context.get(services);
  const shop = { address, settings: settings() };
  const [texts, { steps }] = await Promise.all([
    pageContent(db, "returnStart", shop.settings).then((own) => withoutEmpty(db, own)),
    pageContent(db, "returnSteps", shop.settings),
  ]);
  const made = { title: texts.heading, description: texts.text };
  return {
    texts,
    steps,
    head: headOf(shop, { ...(await inSearch(db, "returns", made, shop.settings)), path: PATH }),
    structured: breadcrumbs(shop, [{ name: texts.heading, path: PATH }]),
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  const shop = context.get(services);
  const settings = shop.settings();
  const now = new Date();
  // The order is sent only after a successful search; earlier refusals contain no order.
  let found: FoundOrder | undefined;
  let looked: Record<string, string> | undefined;
  const result = await handleForm(request, ReturnRequest, async (asked) => {
    const wish = asked.step === "look" ? { ...asked, values: withOthers(asked.values) } : asked;
    const lookup = { form: "return", email: wish.email, unknown: "order-unknown" } as const;
    const returnable = await admitLookup(shop, request, lookup, () => returnableOrder(shop.db, wish));
    found = await foundOrder(shop.db, returnable, now, settings);
    if (wish.step === "look") {
      requireFound(wish.values, returnable.sold);
      looked = wish.values;
    }
    return wish.step === "start" ? startReturn(shop, wish, { now, settings }) : undefined;
  });
  const number = result.data.ok ? result.data.value : undefined;
  const toPay = number ? await toPayFor(shop, number) : null;
  const kept = number ? await keptForReturn(shop.db, number, settings) : [];
  const started = number ? await startedTexts(shop.db, number, settings) : undefined;
  return data<Answered>(
    { ...(number && started ? { number, started, toPay, kept } : { found, looked }), answer: result.data },
    result.init ?? {},
  );
}

async function startedTexts(db: Database, number: string, settings: Settings): Promise<Answered["started"]> {
  const { started, approved, checked } = await pageContent(db, "returnSteps", settings);
  const orderNumber = await orderOfReturn(db, number);
  const usual = orderNumber === undefined ? null : await usualBack(db, { returnNumber: number, orderNumber });
  const money = usualBackWords({ state: "started", usual });
  return { ...started, next: (settings.returnApproval === "automatic" ? approved : checked).text, money };
}

/** Amount, deadline and address of the payment for a return's exchange; null if nothing is due. */
async function toPayFor(shop: Services, number: string): Promise<Answered["toPay"]> {
  const change = await exchangeToPay(shop.db, number);
  if (change?.state !== "waiting" || !change.endsAt) return null;
  return {
    amount: formatCents(change.difference),
    url: new URL(await changeLinks.address(shop, change.id)).pathname,
    until: wholeDate(change.endsAt, shop.settings().timeZone),
  };
}

async function foundOrder(
  db: Database,
  { order, sold, round }: ReturnableOrder,
  now: Date,
  settings: Settings,
): Promise<FoundOrder> {
  return {
    order: order.number,
    email: order.email,
    round,
    until: wholeDate(returnableUntil(sold, now, settings), settings.timeZone),
    unsent: sold.hasLeft
      ? null
      : {
          text: (await pageContent(db, "returnSteps", settings)).unsent.text,
          cancel: await cancelOffer(db, order, settings, now),
        },
    lines: linesToChoose(order, sold, now, settings),
  };
}

export async function clientAction(args: Route.ClientActionArgs) {
  const result = await sendForm(args);
  return "type" in result ? data<Answered>({ answer: result.data }, result.init ?? {}) : result;
}

export const headers = withRetryAfter(publicPage);
export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function ReturnsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { texts, steps, structured } = loaderData;
  return (
    <main id="main">
      <JsonLd data={structured} />
      <PageHead title={texts.heading} lead={texts.text} />
      <div className="wide desk">
        <div className="desk__facts">
          <ol className="legs">
            {steps.map(({ text }) => (
              <li key={text}>{text}</li>
            ))}
          </ol>
          <nav className="dead__ways" aria-label="Returns">
            {texts.links.map(({ label, href }) => (
              <GoLink key={href} to={href}>
                {label}
              </GoLink>
            ))}
          </nav>
        </div>
        <section className="comment desk__form desk__form--first" id="return" aria-label={texts.button}>
          <ReturnSteps texts={texts} answered={actionData} />
        </section>
      </div>
    </main>
  );
}
