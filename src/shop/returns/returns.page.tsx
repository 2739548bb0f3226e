import { data, Form, useNavigation } from "react-router";
import { services } from "~/services";
import { Button } from "~/ui/button";
import { Field } from "~/ui/field";
import { FormMessage } from "~/ui/form-message";
import { GoLink } from "~/ui/go-link";
import { JsonLd } from "~/ui/json-ld";
import { PageHead } from "~/ui/page-head";
import { useForm } from "~/ui/use-form";
import { type Answer, answer, attempt, formValues } from "../answer";
import { keptReady } from "../caching";
import { formatDay } from "../dates";
import { headOf, metaOf } from "../head";
import { pageContent } from "../information/information.server";
import { shownNumber } from "../orders/order";
import type { Settings } from "../settings";
import { breadcrumbs } from "../structured-data";
import { complaintsBy } from "../submission";
import { admit } from "../submission.server";
import { TrapFields } from "../traps";
import type { Route } from "./+types/returns.page";
import { type LineToChoose, linesToChoose, OrderLookup, shownReturnNumber, StartReturn, windowEnd } from "./return";
import { ReturnLines } from "./return-lines";
import { type ReturnableOrder, returnableOrder, startReturn } from "./returns.server";

const PATH = "/return-or-exchange";

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

/** An order that was found, as far as the form that chooses its lines needs it. */
interface FoundOrder {
  order: string;
  email: string;
  round: number;
  /** The last day on which its return may be started. */
  until: string;
  lines: LineToChoose[];
}

interface Answered {
  found?: FoundOrder | undefined;
  /** The number of the return that was started. */
  number?: string | undefined;
  answer: Answer;
}

export async function action({ context, request }: Route.ActionArgs) {
  const shop = context.get(services);
  const settings = shop.settings();
  const now = new Date();
  const values = formValues(await request.clone().formData());
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

const lookupComplaints = complaintsBy(OrderLookup);
const noComplaints = () => ({});
const refusalOf = (answered: Answer | undefined): string | undefined =>
  answered?.ok === false && Object.keys(answered.errors).length === 0 ? answered.message : undefined;

type FindProps = { texts: Route.ComponentProps["loaderData"]["texts"]; answered: Answer | undefined };

function Find({ texts, answered }: FindProps) {
  const { errors, form } = useForm(lookupComplaints, answered);
  const isSending = useNavigation().state === "submitting";
  const refusal = refusalOf(answered);
  const typed = answered?.ok === false ? answered.values : {};
  return (
    <Form method="post" action={`${PATH}#return`} replace preventScrollReset {...form}>
      {refusal && <FormMessage kind="error">{refusal}</FormMessage>}
      <Field
        label={texts.orderLabel}
        name="order"
        placeholder={texts.orderPlaceholder}
        autoComplete="off"
        inputMode="numeric"
        required
        defaultValue={typed.order}
        error={errors.order}
      />
      <Field
        label={texts.emailLabel}
        name="email"
        type="email"
        autoComplete="email"
        required
        defaultValue={typed.email}
        error={errors.email}
      />
      <TrapFields />
      <div>
        <Button type="submit" busy={isSending}>
          {texts.button}
        </Button>
      </div>
    </Form>
  );
}

function Choose({ found, answered }: { found: FoundOrder; answered: Answer }) {
  const { errors, form } = useForm(noComplaints, answered);
  const isSending = useNavigation().state === "submitting";
  const typed = answered.ok ? {} : answered.values;
  const canReturn = found.lines.some(({ reasons }) => reasons.length > 0);
  const refusal = refusalOf(answered) ?? errors.lines;
  return (
    <>
      <div>
        <h2>Order {shownNumber(found.order)}</h2>
        <p className="muted">
          {canReturn ? `Can be sent back until ${found.until}.` : "Nothing in this order can be sent back any more."}
        </p>
      </div>
      <Form method="post" action={`${PATH}#return`} replace preventScrollReset {...form}>
        {refusal && <FormMessage kind="error">{refusal}</FormMessage>}
        <input type="hidden" name="step" value="start" />
        <input type="hidden" name="order" value={found.order} />
        <input type="hidden" name="email" value={found.email} />
        <input type="hidden" name="round" value={found.round} />
        <ReturnLines lines={found.lines} typed={typed} errors={errors} />
        <div>
          {canReturn ? (
            <Button type="submit" busy={isSending}>
              Get a return number
            </Button>
          ) : (
            <GoLink to="/contact">Ask us about it</GoLink>
          )}
        </div>
      </Form>
    </>
  );
}

function Started({ number, replyWithin }: { number: string; replyWithin: string }) {
  return (
    <div className="started" role="status">
      <h2>Return started</h2>
      <p>Write this number on the parcel:</p>
      <p className="started__number reg">{shownReturnNumber(number)}</p>
      <p>
        The instructions are on their way to your inbox. A prepaid label for parcels from the United States follows
        within {replyWithin}.
      </p>
      <GoLink to="/return-policy">Return &amp; Exchange Policy</GoLink>
    </div>
  );
}
