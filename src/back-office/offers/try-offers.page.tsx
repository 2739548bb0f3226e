import { Form, Link, type LoaderFunctionArgs, useLoaderData } from "react-router";
import { requireRight } from "~/shop/members/rights.server";
import { memberOf, servicesOf } from "../context";
import { counted } from "../count-words";
import { goodsOf } from "../made-orders/goods.server";
import { goodsParameters, type WishedPieces, wishedIn } from "../made-orders/wished-goods";
import { FindBar } from "../stock/find-bar";
import { findVariants } from "../stock/find-variants.server";
import { Button } from "../ui/button";
import { Field } from "../ui/field";
import { PageHead } from "../ui/page-head";
import { Plate } from "../ui/plate";
import { Section } from "../ui/section";
import { State } from "../ui/state";
import { titled } from "../titled";
import { trialOf, type TrialTyped } from "./offer-trial.server";

export const meta = titled("Try a bag");

const HERE = "/offers/try";

/** Loads the bag in the address, the results of a search, and the answer to the trial. Nothing is stored. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const [services, member] = [servicesOf(context), memberOf(context)];
  await requireRight(services, member, "discounts.read");
  const { searchParams } = new URL(request.url);
  const text = (name: string, most: number) =>
    (searchParams.get(name) ?? "").replaceAll("\0", "").trim().slice(0, most);
  const typed: TrialTyped = { at: text("at", 20), code: text("code", 60), zip: text("zip", 20) };
  const wished = wishedIn(searchParams);
  const searched = text("q", 100);
  const [{ hits }, goods, trial] = await Promise.all([
    findVariants(services, member, searched),
    goodsOf(services, member, wished),
    trialOf(services, { wished, typed }, new Date()),
  ]);
  return { text: searched, typed, wished, hits, goods, ...trial, zone: services.settings().timeZone };
}

/** Parameters of the page's address for goods and what is typed. */
const parametersOf = (wished: WishedPieces[], typed: TrialTyped): [name: string, value: string][] => [
  ...goodsParameters(wished),
  ...Object.entries(typed).filter(([, value]) => value !== ""),
];

const addressOf = (wished: WishedPieces[], typed: TrialTyped): string =>
  `${HERE}?${new URLSearchParams(parametersOf(wished, typed))}`;

/** Page on which a member puts goods into a bag at a moment, and reads which offers take what, which do not, and why. */
export default function TryOffers() {
  const { text, typed, wished, result } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title="Try a bag" back={{ to: "/offers", name: "Offers" }}>
        What the checkout would answer, today or later. Nothing is ordered, nothing is kept.
      </PageHead>
      <FindBar action={HERE} text={text} hidden={parametersOf(wished, typed)} />
      <Hits />
      <Bag />
      {result && (
        <div role="status" className="tried">
          <Offers />
          <Sums />
        </div>
      )}
    </>
  );
}

function Hits() {
  const { text, hits, wished, typed } = useLoaderData<typeof loader>();
  if (text === "") return null;
  if (hits.length === 0) return <p className="calm">Nothing is called &quot;{text}&quot;.</p>;
  return (
    <ul className="take__hits" aria-label="Found">
      {hits.map(({ id, name, choice, sku, picture }) => (
        <li key={id}>
          <Link className="thing take__hit" to={addressOf([...wished, { variantId: id, quantity: 1 }], typed)}>
            <Plate hash={picture} />
            <span>
              <span className="vh">Add </span>
              {name}
              <span className="sub">{[choice, sku].filter(Boolean).join(". ")}</span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Bag() {
  const { wished, typed, goods, errors } = useLoaderData<typeof loader>();
  return (
    <Section title="The bag" note={counted(goods.length, "line")}>
      {errors.goods && (
        <p className="field__error" role="alert">
          {errors.goods}
        </p>
      )}
      <Form action={HERE} className="stack" preventScrollReset key={JSON.stringify([wished, typed])}>
        {goods.length === 0 ? (
          <p className="calm">Nothing yet. Find it above, by name, SKU or barcode.</p>
        ) : (
          <ul className="made-lines">
            {goods.map((line) => (
              <Line key={line.id} line={line} />
            ))}
          </ul>
        )}
        <Circumstances />
        <p>
          <Button look="main" fit>
            Try it
          </Button>
        </p>
      </Form>
    </Section>
  );
}

type Goods = ReturnType<typeof useLoaderData<typeof loader>>["goods"];

function Line({ line: { id, name, choice, picture, price, quantity } }: { line: Goods[number] }) {
  const { wished, typed } = useLoaderData<typeof loader>();
  const others = wished.filter(({ variantId }) => variantId !== id);
  return (
    <li className="thing made-line">
      <Plate hash={picture} />
      <span className="made-line__what">
        {name}
        <span className="sub">{[choice, price].filter(Boolean).join(". ")}</span>
      </span>
      <input type="hidden" name="v" value={id} />
      <label className="made-line__n">
        <span className="vh">{`Pieces of ${name}, ${choice}`}</span>
        <input className="input input--num" name="n" inputMode="numeric" defaultValue={quantity} maxLength={2} />
      </label>
      <Link className="link" to={addressOf(others, typed)} aria-label={`Take out ${name}, ${choice}`}>
        Take out
      </Link>
    </li>
  );
}

/** Fields for the moment, the code and the place. */
function Circumstances() {
  const { typed, errors, zone } = useLoaderData<typeof loader>();
  return (
    <div className="tried__asked">
      <Field
        name="at"
        id="at"
        type="datetime-local"
        label="Day and hour"
        labelNote="empty means now"
        note={`${zone}. Prices are those of today: planned prices do not count yet.`}
        defaultValue={typed.at}
        {...(errors.at && { error: errors.at })}
      />
      <Field
        name="code"
        id="code"
        label="Code"
        labelNote="may be empty"
        autoComplete="off"
        autoCapitalize="characters"
        defaultValue={typed.code}
        {...(errors.code && { error: errors.code })}
      />
      <Field
        name="zip"
        id="zip"
        label="ZIP"
        labelNote="may be empty"
        inputMode="numeric"
        autoComplete="off"
        defaultValue={typed.zip}
        {...(errors.zip && { error: errors.zip })}
      />
    </div>
  );
}

/** Answer about each offer, in the merchant's order. */
function Offers() {
  const { result } = useLoaderData<typeof loader>();
  if (!result) return null;
  const { offers, waiting, code, missing, soldOut } = result;
  return (
    <Section title="Offers" note="in the order in which they take">
      {offers.length + waiting.length === 0 && <p className="calm">There is no offer.</p>}
      <ol className="tried__offers">
        {offers.map(({ id, sentence, took, why }) => (
          <li key={id}>
            <Link className="link" to={`/offers/${id}`}>
              {sentence}
            </Link>
            <State sign={took ? "full" : "here"}>{took ? `Takes ${took} off` : why}</State>
          </li>
        ))}
        {waiting.map(({ id, sentence, why }) => (
          <li key={id}>
            <Link className="link" to={`/offers/${id}`}>
              {sentence}
            </Link>
            <State sign="over">{why}</State>
          </li>
        ))}
      </ol>
      {code && (
        <p>
          The code <b>{code.code}</b> {code.words}
        </p>
      )}
      {[...missing, ...soldOut].length > 0 && (
        <>
          <p className="small dust">What the rider reads in the bag:</p>
          <ul>
            {[...missing, ...soldOut].map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </>
      )}
    </Section>
  );
}

function Sums() {
  const { result } = useLoaderData<typeof loader>();
  if (!result) return null;
  const { lines, sums } = result;
  return (
    <Section title="What it costs">
      <table className="t tried__lines">
        <caption className="vh">Lines, with what offers take off each</caption>
        <thead>
          <tr>
            <th scope="col">Goods</th>
            <th scope="col" className="n">
              Each
            </th>
            <th scope="col" className="n">
              Off
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ name, choice, quantity, price, off }, place) => (
            <tr key={place}>
              <th scope="row">
                {quantity} × {name}
                <span className="sub">
                  {[choice, ...off.map(({ sentence }) => sentence)].filter(Boolean).join(". ")}
                </span>
              </th>
              <td className="n">{price}</td>
              <td className="n">
                {off.map(({ sentence, amount }) => (
                  <span key={sentence} className="tried__off">
                    {amount}
                  </span>
                ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <dl className="sums tried__sums">
        <Sum name="Order value" amount={sums.value} />
        {sums.discount && <Sum name="Discount, offers and code" amount={sums.discount} />}
        <Sum name="Delivery" amount={sums.delivery} />
        {sums.taxes && <Sum name="Sales tax and fees, by your own rates" amount={sums.taxes} />}
        <div className="sums__total">
          <dt>Total</dt>
          <dd>{sums.total}</dd>
        </div>
      </dl>
    </Section>
  );
}

const Sum = ({ name, amount }: { name: string; amount: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>{amount}</dd>
  </div>
);
