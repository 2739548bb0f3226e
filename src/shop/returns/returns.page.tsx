import { data } from "react-router";
import { services } from "~/services";
import { GoLink } from "~/ui/go-link";
import { JsonLd } from "~/ui/json-ld";
import { PageHead } from "~/ui/page-head";
import { answer, attempt, formOf, sent } from "../answer";
import { keptReady } from "../caching";
import { formatDay } from "../dates";
import { headOf, metaOf } from "../head";
import { pageContent } from "../information/information.server";
import type { Settings } from "../settings";
import { breadcrumbs } from "../structured-data";
import { admit } from "../submission.server";
import type { Route } from "./+types/returns.page";
import { linesToChoose } from "./lines-to-choose";
import { OrderLookup, StartReturn, windowEnd } from "./return";
import { type Answered, Choose, Find, type FoundOrder, Started } from "./return-steps";
import { type ReturnableOrder, returnableOrder, startReturn } from "./returns.server";

const PATH = "/return-or-exchange";

/** What is read of the address; whatever else stands in it makes no other page. */
export const searchParameters = [];

export async function loader({ context }: Route.LoaderArgs) {
  const { db, address, settings } = context.get(services);
  const shop = { address, settings: settings() };
  const texts = await pageContent(db, "returnStart", shop.settings);
  return {
    texts,
    refundTime: shop.settings.refundTime,
    replyWithin: shop.settings.replyWithin,
    head: headOf(shop, { title: texts.heading, description: texts.text, path: PATH }),
    structured: breadcrumbs(shop, [{ name: texts.heading, path: PATH }]),
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  const shop = context.get(services);
  const settings = shop.settings();
  const now = new Date();
  const values = await formOf(request.clone());
  const shown = (returnable: ReturnableOrder) => foundOrder(returnable, now, settings);

  if (values.step !== "start") {
    const looked = await answer(request, OrderLookup, async (lookup) => {
      await admit(shop.db, request, "return", lookup.email);
      return shown(await returnableOrder(shop.db, lookup));
    });
    const found = looked.data.ok ? looked.data.value : undefined;
    return data<Answered>({ found, answer: looked.data }, looked.init ?? {});
  }

  const started = await answer(request, StartReturn, async ({ order, email, round }) => {
    await admit(shop.db, request, "return", email);
    return startReturn(shop, { order, email, round, values }, { now, settings });
  });
  if (started.data.ok) return data<Answered>({ number: started.data.value, answer: started.data });

  // The form comes back with the order as it is now; what was declined is said already.
  const { order = "", email = "" } = values;
  const returnable = await attempt(
    () => returnableOrder(shop.db, { order, email }),
    () => {},
  );
  return data<Answered>({ found: returnable && shown(returnable), answer: started.data }, started.init ?? {});
}

const foundOrder = ({ order, sold, round }: ReturnableOrder, now: Date, settings: Settings): FoundOrder => ({
  order: order.number,
  email: order.email,
  round,
  until: formatDay(windowEnd(sold, settings)),
  lines: linesToChoose(order, sold, now, settings),
});

export async function clientAction(args: Route.ClientActionArgs) {
  const said = await sent(args);
  return "type" in said ? data<Answered>({ answer: said.data }, said.init ?? {}) : said;
}

export const headers = () => keptReady;
export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function ReturnsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { texts, refundTime, replyWithin, structured } = loaderData;
  return (
    <main id="main">
      <JsonLd data={structured} />
      <PageHead title={texts.heading} lead={texts.text} />
      <div className="wide desk">
        <div className="desk__facts">
          <ol className="l legs">
            <li>Find your order and choose what comes back.</li>
            <li>Get a return number at once, and a prepaid label within {replyWithin}.</li>
            <li>Hand the parcel over. The refund takes {refundTime}.</li>
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
          {actionData?.number ? (
            <Started number={actionData.number} replyWithin={replyWithin} />
          ) : actionData?.found ? (
            <Choose found={actionData.found} answered={actionData.answer} />
          ) : (
            <Find texts={texts} answered={actionData?.answer} />
          )}
        </section>
      </div>
    </main>
  );
}
