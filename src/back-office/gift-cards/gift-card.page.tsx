import { Link, type LoaderFunctionArgs, useLoaderData } from "react-router";
import { memberOf, servicesOf } from "../context";
import { titled } from "../titled";
import { ButtonLink } from "../ui/button";
import { KindMark } from "../ui/kind-mark";
import { Notice } from "../ui/notice";
import { PageHead } from "../ui/page-head";
import { DescriptionList, Section } from "../ui/section";
import { State } from "../ui/state";
import { type Column, Table } from "../ui/table";
import { Timeline } from "../ui/timeline";
import { giftCardPage } from "./gift-cards.server";

export const meta = titled("Gift card");

export const loader = ({ context, params }: LoaderFunctionArgs) =>
  giftCardPage(servicesOf(context), memberOf(context), params.id, new Date());

type Page = ReturnType<typeof useLoaderData<typeof loader>>;
type Entry = Page["entries"][number];

const columns: Column<Entry>[] = [
  {
    label: "What",
    place: "lead",
    cell: ({ what, orderNumber, order }) => (
      <>
        {what}
        {orderNumber && (
          <>
            {" "}
            <Link className="link" to={`/orders/${orderNumber}`}>
              {order}
            </Link>
          </>
        )}
      </>
    ),
  },
  { label: "Amount", numeric: true, place: "end", cell: ({ amount }) => amount },
  { label: "When", place: "under", cell: ({ at, iso }) => <time dateTime={iso}>{at}</time> },
  { label: "Who", place: "under-end", cell: ({ who }) => who ?? "The shop" },
];

/** Page of a gift card: what it is worth, its ledger, its letter, what members did, and what they can do. */
export default function GiftCardPage() {
  const card = useLoaderData<typeof loader>();
  const { id, lastFour, isTest, isLost, state, rows, words, refusal, keptClosed, holds, entries, history } = card;
  return (
    <>
      <PageHead
        title={
          <>
            Gift card ending {lastFour}
            <KindMark>{isTest ? "Test" : ""}</KindMark>
          </>
        }
        back={{ to: "/gift-cards", name: "Gift cards" }}
        acts={card.may.change && <Acts id={id} may={card.may} />}
      />
      {isLost && (
        <Notice title="The code of this card cannot be used any more">
          The shop runs with another secret key than the one with which it was made. Replace the code.
        </Notice>
      )}
      {refusal && <Notice title="The mail server refused the letter">{refusal}</Notice>}
      {keptClosed && <Notice isQuiet title={keptClosed} />}
      <div className="stack">
        <p>
          <State sign={state.sign}>{state.name}</State>
        </p>
        <DescriptionList rows={rows.map(({ name, ...row }) => ({ name, value: <RowValue {...row} /> }))} />
      </div>
      {words && (
        <Section title="Words of the letter">
          <p className="thread__words">{words}</p>
        </Section>
      )}
      {holds.length > 0 && (
        <Section title="Held by unpaid orders">
          <ul className="person__list">
            {holds.map(({ orderNumber, order, amount }) => (
              <li key={orderNumber} className="person__line">
                <Link className="link" to={`/orders/${orderNumber}`}>
                  {order}
                </Link>
                <span>{amount}, until it is paid or ends</span>
              </li>
            ))}
          </ul>
        </Section>
      )}
      <Section title="What came and went">
        <Table label="Entries" columns={columns} rows={entries} keyOf={(entry) => entry.id} />
      </Section>
      {history.length > 0 && (
        <Section title="What members did">
          <Timeline entries={history} />
        </Section>
      )}
    </>
  );
}

/** Value of a row, with the order that it names. */
const RowValue = ({ value, order }: Pick<Page["rows"][number], "value" | "order">) => (
  <>
    {value}
    {order && (
      <>
        {" "}
        <Link className="link" to={order.to}>
          {order.shown}
        </Link>
      </>
    )}
  </>
);

/** Links to what a member can do with the card now. */
const Acts = ({ id, may }: { id: string; may: Page["may"] }) => (
  <>
    {may.payOut && <ButtonLink to={`/gift-cards/${id}/pay-out`}>Pay out the rest</ButtonLink>}
    {may.refund && <ButtonLink to={`/gift-cards/${id}/refund`}>Refund its buyer</ButtonLink>}
    {may.close && <ButtonLink to={`/gift-cards/${id}/close`}>Close</ButtonLink>}
    {may.replace && <ButtonLink to={`/gift-cards/${id}/replace`}>Replace the code</ButtonLink>}
    {may.sendAgain && <ButtonLink to={`/gift-cards/${id}/send-again`}>Send again</ButtonLink>}
    {may.correct && <ButtonLink to={`/gift-cards/${id}/correct`}>Correct the letter</ButtonLink>}
    {may.open && (
      <ButtonLink look="main" fit to={`/gift-cards/${id}/open`}>
        Open again
      </ButtonLink>
    )}
  </>
);
