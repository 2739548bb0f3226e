import { useEffect, useId, useRef, useState } from "react";
import { Link, useRevalidator } from "react-router";
import { services } from "~/services";
import { ButtonLink } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import { PageStatus } from "~/ui/page-status";
import { Picture } from "~/ui/picture";
import { Unbroken } from "~/ui/unbroken";
import { publicPage } from "~/shop/caching";
import { productsById } from "~/shop/catalog/catalog.client";
import { shownPrice } from "~/shop/catalog/pricing/pricing";
import type { Card } from "~/shop/catalog/product";
import { Ahead } from "~/shop/catalog/cards/ahead";
import { cardOfWire } from "~/shop/catalog/cards/card-of-wire";
import { useNear } from "~/shop/catalog/cards/use-near";
import { headOf, metaOf } from "~/shop/head";
import { formatCents } from "~/shop/money";
import type { PageTexts } from "~/shop/texts/page-texts";
import { pageContent } from "~/shop/texts/page-content.server";
import { useFrameData } from "~/shop/use-frame-data";
import type { Route } from "./+types/wishlist.page";
import { AddAllButton } from "./add-all-button";
import { useWishlist } from "./wishlist-provider";
import { wishlistStore } from "./wishlist-store";

/** Query parameters that the page reads; other parameters are not part of its cache key. */
export const searchParameters = [];

/** Settings and texts of the page; the wishlist itself exists only in the browser. */
export async function loader({ context }: Route.LoaderArgs) {
  const { db, address, settings: inForce } = context.get(services);
  const settings = inForce();
  const texts = await pageContent(db, "wishlist", settings);
  return {
    texts,
    lowStock: settings.lowStock,
    head: headOf(
      { address, settings },
      { title: texts.heading, description: "What you like, kept for later.", path: "/wishlist", listed: false },
    ),
    found: null,
  };
}

/** Cards of the saved products by id; null for unavailable ones. */
export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  const known = await serverLoader();
  const ids = wishlistStore.read();
  const products = ids.length > 0 ? await productsById(ids) : [];
  const cards = new Map(products.map((product) => [product._id, cardOfWire(product, known.lowStock)]));
  return { ...known, found: Object.fromEntries(ids.map((id) => [id, cards.get(id) ?? null])) };
}
clientLoader.hydrate = true as const;

export const headers = () => publicPage;
export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function WishlistPage({ loaderData }: Route.ComponentProps) {
  const { texts } = loaderData;
  const { ids, ready, remove } = useWishlist();
  const found = useLookedUp(loaderData.found, ids);
  const [removed, setRemoved] = useState("");
  const heading = useRef<HTMLHeadingElement>(null);

  const entries = ids.flatMap((id) => (found && id in found ? [{ id, card: found[id] ?? null }] : []));
  const cards = entries.flatMap(({ card }) => card ?? []);
  const forget = (id: string, name: string) => {
    remove(id);
    setRemoved(`${name} was removed from the wishlist.`);
    heading.current?.focus();
  };
  return (
    <main id="main" className="wide fills">
      <div className="wish__head">
        <h1 className="page-t" ref={heading} tabIndex={-1}>
          {texts.heading}
        </h1>
        {cards.length > 0 && <AddAllButton cards={cards} />}
      </div>
      <noscript>
        <p className="notice">The wishlist is kept in your browser and needs JavaScript, which is switched off.</p>
      </noscript>
      {!ready || (ids.length > 0 && entries.length === 0) ? <PageStatus>Loading your wishlist...</PageStatus> : null}
      {ready && ids.length === 0 && <EmptyWishlist title={texts.empty.title} />}
      {entries.length > 0 && <SavedList entries={entries} texts={texts} onForget={forget} />}
      <p className="vh" role="status">
        {removed}
      </p>
    </main>
  );
}

type LookedUp = Record<string, Card | null> | null;

/** Cards of the saved products. Looks up missing cards when a product is saved later, for example in another tab. */
function useLookedUp(found: LookedUp, ids: string[]): LookedUp {
  const { revalidate } = useRevalidator();
  const isComplete = found !== null && ids.every((id) => id in found);
  const isLookedUp = found !== null;
  useEffect(() => {
    if (isLookedUp && !isComplete) void revalidate();
  }, [isLookedUp, isComplete, revalidate]);
  return found;
}

function EmptyWishlist({ title }: { title: string }) {
  const { waysOn } = useFrameData();
  return (
    <EmptyState
      title={title}
      action={
        <ButtonLink to={waysOn.men} prefetch="intent">
          Continue Shopping
        </ButtonLink>
      }
    />
  );
}

interface SavedListProps {
  /** Saved products by id; `card` is null for unavailable products. */
  entries: { id: string; card: Card | null }[];
  texts: PageTexts<"wishlist">;
  onForget: (id: string, name: string) => void;
}

function SavedList({ entries, texts, onForget }: SavedListProps) {
  return (
    <ul className="grid grid--4">
      {entries.map(({ id, card }) => (
        <li key={id}>
          {card ? (
            <SavedProduct card={card} onForget={() => onForget(id, card.name)} />
          ) : (
            <WithdrawnProduct text={texts.unsold.text} onForget={() => onForget(id, "The product")} />
          )}
        </li>
      ))}
    </ul>
  );
}

interface SavedProductProps {
  card: Card;
  onForget: () => void;
}

function SavedProduct({ card, onForget }: SavedProductProps) {
  const name = useId();
  const { isMeant, handlers } = useNear();
  return (
    <article className={card.soldOut ? "saved is-out" : "saved"} {...handlers}>
      {isMeant && <Ahead address={card.address} />}
      <Link className="plate" to={card.address} tabIndex={-1}>
        <Picture
          picture={card.colors[0]?.front ?? card.front}
          sizes="(width >= 1280px) 25vw, (width >= 900px) 33vw, 50vw"
        />
        {card.soldOut && <span className="flag flag--out saved__flag">Sold out</span>}
      </Link>
      <h2 className="saved__name" id={name}>
        <Link to={card.address}>
          <Unbroken>{card.name}</Unbroken>
        </Link>
      </h2>
      <ButtonLink to={card.address} look="quiet" wide>
        {card.isGiftCard ? "Choose" : `Add - ${formatCents(shownPrice(card, "wishlist").now)}`}
      </ButtonLink>
      <ForgetButton of={name} onForget={onForget} />
    </article>
  );
}

function WithdrawnProduct({ text, onForget }: { text: string; onForget: () => void }) {
  const name = useId();
  return (
    <article className="saved is-out">
      <div className="plate">
        <Picture picture={null} sizes="" alt="" />
      </div>
      <p className="muted" id={name}>
        {text}
      </p>
      <ForgetButton of={name} onForget={onForget} />
    </article>
  );
}

/** Button that removes a product. `of` is the id of the element with its name, or with the text that it is no longer sold. */
const ForgetButton = ({ of, onForget }: { of: string; onForget: () => void }) => (
  <button type="button" className="saved__forget text-link text-link--quiet" aria-describedby={of} onClick={onForget}>
    Remove from wishlist
  </button>
);
