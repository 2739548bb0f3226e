import { useRef } from "react";
import { Accordion } from "~/ui/accordion";
import { EndOfColumn } from "~/ui/below-fold";
import { Button } from "~/ui/button";
import { Stars } from "~/ui/stars";
import { Unbroken } from "~/ui/unbroken";
import { useAddToBag } from "~/shop/bag/bag-provider";
import type { SizeGuide as SizeGuideTable } from "../size-guides/size-guide";
import { formatCents } from "~/shop/money";
import { FavoriteButton } from "~/shop/wishlist/favorite-button";
import { missingChoice, sizeOffers, variantOf } from "../choice/choice";
import { ColorRadios, SizeRadios } from "../choice/choice-radios";
import { Price } from "../pricing/price";
import { countedPrice, type ShownPrice, shownPrice } from "../pricing/pricing";
import { isSoldOut, sizesOf, type Choice } from "../product";
import { isSized, leadOf } from "./data-plate-rows";
import { BackInStockForm } from "../back-in-stock/back-in-stock-form";
import { requestAddress } from "../back-in-stock/request-address";
import { BuyBar } from "./buy-bar";
import { picturesOf, type ProductDetail } from "./product-detail";
import { type SectionTexts, sectionsOf } from "./sections";
import { SizeGuide } from "./size-guide";
import { SizeAdvice, SIZES, type SizeFitTexts } from "./size-fit";
import { SizeNote } from "./size-note";
import type { SizeTexts } from "./size-tables";
import { PromiseList, type Promises } from "./promise-list";

/** Texts about the choice, and about a sold-out variant; the latter only if the product has one. */
interface StockTexts {
  /** Advice on sizes, by the product's fit. */
  fitNote: string;
  /** Advice on the cut and the sizes; null if it is hidden. */
  sizeFit: SizeFitTexts | null;
  gone?: string;
  requested?: string;
}

interface BuyBoxProps {
  product: ProductDetail;
  choice: Choice;
  /** Merges the change into the choice. */
  onChoose: (change: Choice) => void;
  promises: Promises;
  /** Sentences of the offers that the product is in; unset without any. */
  offers?: string[] | undefined;
  texts: SectionTexts & StockTexts;
  sizeGuide: SizeTexts;
  /** The product's own size guide. */
  ownGuide: SizeGuideTable | null;
}

/** The part of the page for buying: name, price, choices, add button and terms. */
export function BuyBox({ product, choice, onChoose, promises, offers = [], texts, sizeGuide, ownGuide }: BuyBoxProps) {
  const addToBag = useAddToBag();
  const button = useRef<HTMLButtonElement>(null);
  const variant = variantOf(product, choice);
  const price = shownPrice(product, "product", choice);
  const counted = countedPrice(product, choice);
  const isOut = variant?.stock === 0;
  const missing = missingChoice(product, choice);
  const picture = picturesOf(product, choice.color)[0]?.path ?? "";
  // While a choice is missing the disabled button shows the page's price; afterwards it shows the price that the bag will count.
  const amount = missing === null ? counted : price.now;
  const add = () => void addToBag(product, choice, picture);

  return (
    <div className="buy">
      <BuyHead product={product} price={price} offers={offers} />
      <Choices
        product={product}
        choice={choice}
        onChoose={onChoose}
        fitNote={texts.fitNote}
        sizeFit={texts.sizeFit}
        promises={promises}
        sizeGuide={sizeGuide}
        ownGuide={ownGuide}
      />
      <div className="buy__act">
        <Button ref={button} size="large" split disabled={missing !== null || isOut} onClick={add}>
          <span>Add to bag</span>
          <span className="tnum">{isOut ? "Sold out" : amount !== null && formatCents(amount)}</span>
        </Button>
        <FavoriteButton product={product} className="buy__favorite" />
      </div>
      <noscript>
        <p className="pick__note low">The bag lives in your browser and needs JavaScript.</p>
      </noscript>
      <BackInStock product={product} chosen={variant} texts={texts} />
      <EndOfColumn>
        <PromiseList price={price.now} promises={promises} />
        <Sections product={product} texts={texts} />
      </EndOfColumn>
      <BuyBar button={button} isOut={isOut} missing={missing} choice={choice} price={amount} onAdd={add} />
    </div>
  );
}

function Sections({ product, texts }: Pick<BuyBoxProps, "product" | "texts">) {
  return <Accordion heading="h2" single open="description" items={sectionsOf(product, texts)} />;
}

/** Name, price, rating, offers and first sentence of the description. */
function BuyHead({ product, price, offers }: { product: ProductDetail; price: ShownPrice; offers: string[] }) {
  const { name, reviews, variants, description } = product;
  return (
    <>
      <h1>
        <Unbroken>{name}</Unbroken>
      </h1>
      <div className="buy__sub">
        <Price price={price} className="buy__price" />
        {isSoldOut(variants) && <span className="flag flag--out flag--alone">SOLD OUT</span>}
        <a className="buy__stars" href="#reviews">
          <Stars value={reviews.average} />
          <span className="text-link small">
            {reviews.count > 0 ? (
              <>
                <span aria-hidden>{reviews.average.toFixed(1)} · </span>Reviews {reviews.count}
              </>
            ) : (
              "No reviews yet"
            )}
          </span>
        </a>
      </div>
      {offers.map((sentence) => (
        <p className="buy__offer" key={sentence}>
          {sentence}
        </p>
      ))}
      <p className="buy__lead">{leadOf(description)}</p>
    </>
  );
}

type ChoicesProps = Omit<BuyBoxProps, "texts" | "offers"> & Pick<StockTexts, "fitNote" | "sizeFit">;

/** Choice of color and size. */
function Choices({ product, choice, onChoose, fitNote, sizeFit, promises, sizeGuide, ownGuide }: ChoicesProps) {
  const offers = sizeOffers(product, choice.color);
  return (
    <>
      {product.colors.length > 0 && (
        <ColorRadios
          colors={product.colors.map((color) => ({ ...color, picture: color.pictures[0] ?? null }))}
          value={choice.color}
          onChange={(color) => onChoose({ color })}
        />
      )}
      {offers.length > 0 && (
        <SizeRadios
          id={SIZES}
          offers={offers}
          value={choice.size}
          onChange={(size) => onChoose({ size })}
          aside={
            <SizeGuide
              texts={sizeGuide}
              own={ownGuide}
              chart={product.sizeChart}
              size={choice.size}
              sizes={sizesOf(product)}
              fitNote={fitNote}
            />
          }
          note={
            <>
              <SizeNote product={product} choice={choice} fitNote={fitNote} lowMark={promises.lowStock} />
              {isSized(product) && sizeFit && (
                <SizeAdvice texts={sizeFit} fit={fitNote === product.fit ? "" : product.fit} />
              )}
            </>
          }
        />
      )}
    </>
  );
}

/** Form to request a letter when the chosen variant is back in stock; without script a link to the page with that form. */
function BackInStock({
  product,
  chosen,
  texts,
}: {
  product: ProductDetail;
  chosen: ProductDetail["variants"][number] | undefined;
  texts: StockTexts;
}) {
  const { id, variants, finalSale } = product;
  const isOut = chosen?.stock === 0;
  if (finalSale) return isOut && <p className="pick__note low">{texts.gone}</p>;
  return (
    <>
      {isOut && (
        <BackInStockForm
          key={chosen.id}
          productId={id}
          size={chosen.size}
          color={chosen.color}
          requested={texts.requested}
        />
      )}
      {variants.some((variant) => variant.stock === 0 && variant !== chosen) && (
        <noscript>
          <a className="text-link" href={requestAddress(id)}>
            {isOut ? "Another color or size that is sold out" : "Email me when it is back"}
          </a>
        </noscript>
      )}
    </>
  );
}
