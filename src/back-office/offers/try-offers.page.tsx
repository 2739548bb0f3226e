import {
  type ActionFunctionArgs,
  Form,
  Link,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from "react-router";
import type { Services } from "~/services";
import { formDataOf } from "~/shop/form";
import type { Member } from "~/shop/members/member";
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
  const text = textIn(searchParams, "q", 100);
  const [{ hits }, tried] = await Promise.all([
    findVariants(services, member, text),
    triedIn(services, member, searchParams, ""),
  ]);
  return { text, hits, ...tried, zone: services.settings().timeZone };
}

/** Tries the bag of the form. It is sent by POST, so that no address contains a code; without one the bag is in the address. */
export async function action({ context, request }: ActionFunctionArgs) {
  const [services, member] = [servicesOf(context), memberOf(context)];
  await requireRight(services, member, "discounts.read");
  const sent = [...(await formDataOf(request))].flatMap(([name, value]) =>
    typeof value === "string" ? [[name, value]] : [],
  );
  const fields = new URLSearchParams(sent);
  const code = textIn(fields, "code", 60);
  if (code === "") return redirect(addressOf(wishedIn(fields), typedIn(fields, code)));
  return triedIn(services, member, fields, code);
}

/** A bag with the answer to its trial. */
async function triedIn(services: Services, member: Member, fields: URLSearchParams, code: string) {
  const [wished, typed] = [wishedIn(fields), typedIn(fields, code)];
  const [goods, trial] = await Promise.all([
    goodsOf(services, member, wished),
    trialOf(services, { wished, typed }, new Date()),
  ]);
  return { wished, typed, goods, ...trial };
}

const textIn = (fields: URLSearchParams, name: string, most: number): string =>
  (fields.get(name) ?? "").replaceAll("\0", "").trim().slice(0, most);

const typedIn = (fields: URLSearchParams, code: string): TrialTyped => ({
  at: textIn(fields, "at", 20),
  code,
  zip: textIn(fields, "zip", 20),
});

/** Bag and answer of the page: of the form that was sent last, or of the address. */
const useTried = () => ({ ...useLoaderData<typeof loader>(), ...useActionData<typeof triedIn>() });

/** Parameters of the page's address for goods, moment and place. */
const parametersOf = (wished: WishedPieces[], { at, zip }: TrialTyped): [name: string, value: string][] => [
  ...goodsParameters(wished),
  ...Object.entries({ at, zip }).filter(([, value]) => value !== ""),
];

const addressOf = (wished: WishedPieces[], typed: TrialTyped): string =>
  `${HERE}?${new URLSearchParams(parametersOf(wished, typed))}`;

/** Page on which a member puts goods into a bag at a moment, and reads which offers take what, which do not, and why. */
export default function TryOffers() {
  const { text, typed, wished, result } = useTried();
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
  const { text, hits, wished, typed } = useTried();
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
  const { wished, typed, goods, errors } = useTried();
  return (
    <Section title="The bag" note={counted(goods.length, "line")}>
      {errors.goods && (
        <p className="field__error" role="alert">
          {errors.goods}
        </p>
      )}
      <Form
        method="post"
        action={addressOf(wished, typed)}
        className="stack"
        preventScrollReset
        key={JSON.stringify([wished, typed])}
      >
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

type Goods = ReturnType<typeof useTried>["goods"];

function Line({ line: { id, name, choice, picture, price, quantity } }: { line: Goods[number] }) {
  const { wished, typed } = useTried();
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
  const { typed, errors, zone } = useTried();
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
        note="It stands in no address: a link to this page is one without it."
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
  const { result } = useTried();
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
  const { result } = useTried();
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
