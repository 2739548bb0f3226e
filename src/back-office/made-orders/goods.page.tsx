import { Form, Link, type LoaderFunctionArgs, useHref, useLoaderData } from "react-router";
import { requireRight } from "~/shop/members/rights.server";
import { memberOf, servicesOf } from "../context";
import { counted } from "../count-words";
import { FindBar } from "../stock/find-bar";
import { findVariants } from "../stock/find-variants.server";
import { Button } from "../ui/button";
import { PageHead } from "../ui/page-head";
import { Plate } from "../ui/plate";
import { Section } from "../ui/section";
import { goodsOf } from "./goods.server";
import { againIn, goodsParameters, newOrderAddress, wishedIn } from "./wished-goods";
import { titled } from "../titled";

export const meta = titled("Make an order");

/** Loads the goods in the address and the results of a search. The choice is only in the address until the order is made. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const [services, member] = [servicesOf(context), memberOf(context)];
  await requireRight(services, member, "orders.make");
  const { searchParams } = new URL(request.url);
  const text = (searchParams.get("q") ?? "").trim().slice(0, 100);
  const wished = wishedIn(searchParams);
  const { hits } = await findVariants(services, member, text);
  return { text, wished, again: againIn(searchParams), hits, lines: await goodsOf(services, member, wished) };
}

/** Page of the first step to make an order for a shopper: the choice of goods. */
export default function Goods() {
  const { text, wished, again, lines } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title="Make an order" back={{ to: "/orders/made", name: "Orders made here" }}>
        For a shopper on the phone, by mail or at a fair. First what is bought; then who buys it, and the link to pay.
      </PageHead>
      <FindBar
        action="/orders/made/new"
        text={text}
        hidden={[...goodsParameters(wished), ...(again ? [["again", again] as [string, string]] : [])]}
      />
      <Hits />
      <Section title="What is bought" note={counted(lines.length, "line")}>
        {lines.length === 0 ? <p className="calm">Nothing yet. Find it above, by name, SKU or barcode.</p> : <Chosen />}
      </Section>
    </>
  );
}

function Hits() {
  const { text, hits, wished, again } = useLoaderData<typeof loader>();
  if (text === "") return null;
  if (hits.length === 0) return <p className="calm">Nothing is called &quot;{text}&quot;.</p>;
  return (
    <ul className="take__hits" aria-label="Found">
      {hits.map(({ id, name, choice, sku, picture, number }) => (
        <li key={id}>
          <Link
            className="thing take__hit"
            to={newOrderAddress("", [...wished, { variantId: id, quantity: 1 }], again)}
          >
            <Plate hash={picture} />
            <span>
              <span className="vh">Add </span>
              {name}
              <span className="sub">{[choice, sku, leftWords(number)].filter(Boolean).join(". ")}</span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Chosen() {
  const { wished, again, lines } = useLoaderData<typeof loader>();
  const shopperPage = useHref("/orders/made/new/shopper");
  return (
    <Form action="/orders/made/new" className="stack">
      {again && <input type="hidden" name="again" value={again} />}
      <ul className="made-lines">
        {lines.map(({ id, name, choice, picture, number, price, quantity }) => (
          <li key={id} className="thing made-line">
            <Plate hash={picture} />
            <span className="made-line__what">
              {name}
              <span className="sub">{[choice, price, leftWords(number)].filter(Boolean).join(". ")}</span>
            </span>
            <input type="hidden" name="v" value={id} />
            <label className="made-line__n">
              <span className="vh">{`Pieces of ${name}, ${choice}`}</span>
              <input
                key={quantity}
                className="input input--num"
                name="n"
                inputMode="numeric"
                defaultValue={quantity}
                maxLength={2}
              />
            </label>
            <Link
              className="link"
              to={newOrderAddress(
                "",
                wished.filter(({ variantId }) => variantId !== id),
                again,
              )}
              aria-label={`Take out ${name}, ${choice}`}
            >
              Take out
            </Link>
          </li>
        ))}
      </ul>
      <div className="made-acts">
        <Button>Count again</Button>
        {/* Sends the form to the next page, so that typed quantities are included. */}
        <Button look="main" formAction={shopperPage}>
          Go on: who buys it
        </Button>
      </div>
    </Form>
  );
}

const leftWords = (number: string): string => (number === "No limit" ? number : `${number} left`);
