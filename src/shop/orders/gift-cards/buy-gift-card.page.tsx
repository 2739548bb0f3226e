import { type FormEvent, useId, useState } from "react";
import { data, Link } from "react-router";
import { memoizedPictures } from "~/platform/media.server";
import { services } from "~/services";
import { additionFor } from "~/shop/bag/bag";
import { TO_BAG, useBag } from "~/shop/bag/bag-provider";
import { publicPage } from "~/shop/caching";
import { addressedProduct, productById } from "~/shop/catalog/catalog.server";
import { choiceIn, plainFields } from "~/shop/catalog/choice/choice";
import { shownPrice } from "~/shop/catalog/pricing/pricing";
import { GIFT_CARD_ID, GIFT_CARD_PAGE } from "~/shop/catalog/product-kind";
import { attempt } from "~/shop/form";
import { formValues } from "~/shop/form-values";
import { headOf, metaOf } from "~/shop/head";
import { limits } from "~/shop/limits";
import { formatCents } from "~/shop/money";
import type { PublicAddress } from "~/shop/public-address.server";
import { sharePicture } from "~/shop/share-picture.server";
import { breadcrumbs } from "~/shop/structured-data";
import { pageContent } from "~/shop/texts/page-content.server";
import { FavoriteButton } from "~/shop/wishlist/favorite-button";
import { EndOfColumn } from "~/ui/below-fold";
import { Button } from "~/ui/button";
import { Field, TextField } from "~/ui/field";
import { JsonLd } from "~/ui/json-ld";
import { Picture } from "~/ui/picture";
import { useToast } from "~/ui/toast";
import { Unbroken } from "~/ui/unbroken";
import { useHydrated } from "~/ui/use-hydrated";
import type { Route } from "./+types/buy-gift-card.page";

/** Query parameters that the page reads; others do not enter its cache key. */
export const searchParameters = ["size"];

export async function loader({ context, url }: Route.LoaderArgs) {
  const all = context.get(services);
  const { db, address, settings: inForce } = all;
  const settings = inForce();
  const product = await productById(db, GIFT_CARD_ID);
  if (!product) throw data({ ...(await pageContent(db, "notFound", settings)), ...NOT_SOLD }, { status: 404 });
  const stored = await memoizedPictures(db, product.images);
  const { id, name, description, details, price, salePrice, variants, searchTitle, searchWords } = {
    searchTitle: "",
    searchWords: "",
    ...product,
  };
  const shop = { address, settings };
  const pictures = product.images.flatMap((path) => stored.get(path) ?? []);
  return {
    product: { id, name, description, details, price, salePrice, variants },
    pictures,
    choice: choiceIn(product, url.searchParams),
    timeZone: settings.timeZone,
    structured: breadcrumbs(shop, [{ name, path: GIFT_CARD_PAGE }]),
    head: headOf(shop, {
      title: searchTitle || name,
      description: searchWords || description || name,
      path: GIFT_CARD_PAGE,
      share: sharePicture(all, { title: name, picture: pictures[0], price: shownPrice(product, "product", {}) }),
    }),
  };
}

/** Texts in place of those of a page that is not there, while no gift cards are sold. */
const NOT_SOLD = {
  title: "No gift cards at present",
  text: "We do not sell gift cards right now. Those that were bought or given stay good, and pay in the bag and at the checkout.",
};

loader.publicAddress = (async ({ db, memoize, asked }) => {
  const product = await memoize("address of the gift card", () => addressedProduct(db, GIFT_CARD_ID));
  return { fields: product ? plainFields(product, asked) : [] };
}) satisfies PublicAddress;

export const headers = () => publicPage;
export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

/** Page on which gift cards are bought: amount, for whom, the giver's words, and the day on which the letter leaves. */
export default function BuyGiftCardPage({ loaderData }: Route.ComponentProps) {
  const { product, pictures, structured } = loaderData;
  return (
    <main id="main" className="above-first">
      <EndOfColumn>
        <JsonLd data={structured} />
      </EndOfColumn>
      <div className="wide above">
        <nav className="crumbs" aria-label="Breadcrumb">
          <Link to="/">Home</Link>
          <span className="crumb">
            <span aria-current="page">{product.name}</span>
          </span>
        </nav>
        <div className="pdp">
          <div className="pdp__left">
            <div className="plate gift__plate">
              <Picture
                picture={pictures[0] ?? null}
                alt={pictures[0]?.alt ?? product.name}
                sizes="(width >= 1024px) 60vw, 100vw"
                eager
              />
            </div>
          </div>
          <BuyBox {...loaderData} />
        </div>
      </div>
    </main>
  );
}

type BuyBoxProps = Pick<Route.ComponentProps["loaderData"], "product" | "pictures" | "choice" | "timeZone">;

function BuyBox({ product, pictures, choice: opened, timeZone }: BuyBoxProps) {
  const [choice, choose] = useState(opened);
  const { add } = useAddCard({ product, image: pictures[0]?.path ?? "", timeZone });
  const [errors, setErrors] = useState<Record<string, string>>({});
  const amount = product.variants.find(({ size }) => size === choice.size)?.price;
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const wrong = await add(choice, formValues(new FormData(form)));
    setErrors(wrong ?? {});
    if (wrong === null) form.reset();
    // The first field with a complaint takes the focus, once the complaint stands beside it.
    const [first] = Object.keys(wrong ?? {});
    if (first) requestAnimationFrame(() => form.querySelector<HTMLElement>(`[name="${first}"]`)?.focus());
  };
  return (
    <div className="buy">
      <h1>
        <Unbroken>{product.name}</Unbroken>
      </h1>
      <Lead text={product.description} />
      <form className="gift" onSubmit={(event) => void submit(event)} noValidate>
        <Amounts product={product} value={choice.size} onChange={(size) => choose({ size })} />
        <Fields errors={errors} timeZone={timeZone} />
        <div className="buy__act">
          <Button type="submit" size="large" split disabled={!amount}>
            <span>{amount ? "Add to bag" : "Choose an amount"}</span>
            <span className="tnum">{amount ? formatCents(amount) : ""}</span>
          </Button>
          <FavoriteButton product={product} className="buy__favorite" />
        </div>
        <noscript>
          <p className="pick__note low">The bag lives in your browser and needs JavaScript.</p>
        </noscript>
      </form>
      <ul className="bullets">
        {product.details.map((detail) => (
          <li key={detail}>{detail}</li>
        ))}
        <li>
          <Link className="text-link" to="/gift-card">
            See what is left on a card
          </Link>
        </li>
      </ul>
    </div>
  );
}

interface AmountsProps extends Pick<BuyBoxProps, "product"> {
  value: string | undefined;
  onChange: (size: string) => void;
}

/** Choice of an amount. */
function Amounts({ product, value, onChange }: AmountsProps) {
  const name = useId();
  return (
    <fieldset className="pick">
      <legend className="pick__l">Amount</legend>
      <div className="sizes">
        {product.variants.map(({ size }) => (
          <label className="size" key={size}>
            <input
              type="radio"
              name={name}
              value={size}
              aria-label={size}
              checked={size === value}
              onChange={() => onChange(size)}
            />
            {size}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

const Lead = ({ text }: { text: string }) =>
  text
    .split(/\n+/)
    .filter(Boolean)
    .map((paragraph) => (
      <p className="buy__lead" key={paragraph}>
        {paragraph}
      </p>
    ));

/** For whom the card is, the giver's words and the day. Nothing has to be filled in: the card then goes to its buyer at once. */
function Fields({ errors, timeZone }: { errors: Record<string, string>; timeZone: string }) {
  // The page is kept for days, so that only the browser knows the present one.
  const today = useHydrated() ? dayHere(timeZone) : undefined;
  return (
    <>
      <p className="fine">Left empty, the card goes to you, as soon as the order is paid.</p>
      <Field
        label="For"
        mark="(optional)"
        name="recipient"
        autoComplete="off"
        maxLength={limits.text.name}
        hint="The name stands in the letter and on the card to print."
        error={errors.recipient}
      />
      <Field
        label="Their e-mail address"
        mark="(optional)"
        name="email"
        type="email"
        inputMode="email"
        autoComplete="off"
        maxLength={limits.text.email}
        hint="The letter with the code goes there."
        error={errors.email}
      />
      <TextField
        label="Your words"
        mark="(optional)"
        name="words"
        rows={3}
        maxLength={limits.text.giftWords}
        hint={`Up to ${limits.text.giftWords} letters, without web addresses and telephone numbers.`}
        error={errors.words}
      />
      <Field
        label="Day of the letter"
        mark="(optional)"
        name="sendOn"
        type="date"
        {...(today && { min: today })}
        hint="Today to one year from now."
        error={errors.sendOn}
      />
    </>
  );
}

/** Day in a time zone, as date fields write it. */
const dayHere = (timeZone: string): string => new Intl.DateTimeFormat("en-CA", { timeZone }).format();

interface Adding extends Pick<BuyBoxProps, "product" | "timeZone"> {
  image: string;
}

/**
 * Returns a function that puts a card into the bag. It resolves to messages by field, to null once the card is in the bag, and to no
 * messages where a toast says why it is not.
 */
function useAddCard({ product, image, timeZone }: Adding) {
  const { bag, add } = useBag();
  const toast = useToast();
  return {
    async add(choice: BuyBoxProps["choice"], typed: Record<string, string>): Promise<Record<string, string> | null> {
      const { mostCardsInBag, readWish } = await import("./gift-card-wish");
      const { errors, wish } = readWish(typed, timeZone);
      if (errors) return errors;
      const full = mostCardsInBag(bag);
      if (full) {
        toast.error(full);
        return {};
      }
      const added = await attempt(() => {
        const { line, left } = additionFor(product, choice, image);
        add({ line: { ...line, giftCard: { key: Math.random().toString(36).slice(2, 12), ...wish } }, left });
        return true;
      }, toast.error);
      if (!added) return {};
      toast.success("Added To Bag!", { link: TO_BAG });
      return null;
    },
  };
}
