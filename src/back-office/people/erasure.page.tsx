import { Link, type LoaderFunctionArgs, useLoaderData } from "react-router";
import { A_RIDER } from "~/privacy/a-rider";
import { erasureOf } from "~/privacy/erase-person.server";
import { orNotFound } from "~/shop/form";
import { isUuid } from "~/shop/is-uuid";
import { shownNumber } from "~/shop/orders/order-number";
import { sentenceTime } from "~/shop/shop-time";
import { memberOf, servicesOf } from "../context";
import { counted } from "../count-words";
import { PageHead } from "../ui/page-head";
import { Section } from "../ui/section";
import { titled } from "../titled";

export const meta = titled("Erasure");

export async function loader({ context, params: { id = "" } }: LoaderFunctionArgs) {
  const services = servicesOf(context);
  const now = new Date();
  const erasure = orNotFound(isUuid(id) ? await erasureOf(services, memberOf(context), id) : undefined);
  const zone = services.settings().timeZone;
  return {
    ...erasure,
    asked: sentenceTime(erasure.askedAt, now, zone),
    done: erasure.doneAt && sentenceTime(erasure.doneAt, now, zone),
    delivers: services.mail.isDelivering,
  };
}

/** Most orders that are named. */
const SHOWN = 100;

/** Page of an erasure: whether it is done, what stays and why, and what has to be done elsewhere. */
export default function Erasure() {
  const { asked, done, orderNumbers, withWords, letters, payments, delivers } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title="Erasure of a person" back={{ to: "/people", name: "People" }}>
        {done ? `Done ${done}` : `Asked for ${asked}, under way. Open this page again in a minute.`}
      </PageHead>
      <Section title="What stays, and why">
        <ul className="person__list">
          <li className="person__line">
            Amounts, tax, dates and numbers of {counted(orderNumbers.length, "order")}, and the first three digits of
            ZIP codes: books have to be kept.
          </li>
          {!withWords && (
            <li className="person__line">
              Reviews, questions and comments, without the name: &quot;{A_RIDER}&quot; wrote them.
            </li>
          )}
          <li className="person__line">
            Backups that were made before, until they are deleted. Whoever restores one erases the person again, before
            the shop opens.
          </li>
          <li className="person__line">
            A hash of the address with the shop&apos;s key, by which a restore finds it and no newsletter goes to it.
          </li>
        </ul>
        <OrderNumbers numbers={orderNumbers} />
      </Section>
      <Section title="What you do elsewhere">
        <ul className="person__list">
          {payments.length > 0 && (
            <li className="person__line">
              <span>
                At the payment provider: ask it to redact the data of these payments, or let it keep them as long as its
                law says. It has copies of its own.
              </span>
              <span className="dust small">{payments.map(({ gatewayId }) => gatewayId).join(", ")}</span>
            </li>
          )}
          <li className="person__line">
            {delivers
              ? "In your mailbox: delete what the person wrote and what you answered there. The mail server has its own log of letters."
              : `In your mailbox: delete what the person wrote. ${counted(letters, "letter")} of the outbox folder went.`}
          </li>
          <li className="person__line">At the carrier: parcels keep name and address as long as it says.</li>
          <li className="person__line">In files that you exported: lists of orders and of the newsletter.</li>
        </ul>
      </Section>
    </>
  );
}

const OrderNumbers = ({ numbers }: { numbers: readonly string[] }) =>
  numbers.length > 0 && (
    <p className="person__numbers">
      {numbers.slice(0, SHOWN).map((number) => (
        <span key={number}>
          <Link className="link" to={`/orders/${number}`}>
            {shownNumber(number)}
          </Link>{" "}
        </span>
      ))}
      {numbers.length > SHOWN && `and ${(numbers.length - SHOWN).toLocaleString("en-US")} more`}
    </p>
  );
