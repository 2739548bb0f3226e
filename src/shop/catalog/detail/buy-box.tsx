import { useRef, type ReactNode } from "react";
import { Accordion } from "~/ui/accordion";
import { Button } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { Stars } from "~/ui/stars";
import { useAddToBag } from "../../bag/bag-provider";
import { linked } from "../../information/faq";
import type { PageTexts } from "../../information/page";
import { formatCents, formatRound } from "../../money";
import type { Settings } from "../../settings";
import { FavoriteButton } from "../../wishlist/favorite-button";
import { missingChoice, pricedVariant, sizeOffers, variantOf } from "../choice";
import { ColorRadios, SizeRadios } from "../choice-radios";
import { Price } from "../price";
import { isSoldOut, offeredSize, priceBefore, priceOf, shownColor, type Choice } from "../product";
import { fitNote, leadOf, materialLines, mayComeBack } from "../product-facts";
import { BackInStockForm } from "./back-in-stock-form";
import { BuyBar } from "./buy-bar";
import { picturesOf, type ProductDetail } from "./detail";
import { SizeGuide } from "./size-guide";

/** The settings that a product's page quotes. */
export type Promises = Pick<Settings, "freeDeliveryFrom" | "deliveryFee" | "returnDays" | "lowStock">;

type BuyBoxProps = {
  product: ProductDetail;
  choice: Choice;
  /** Changes what is named and keeps the rest. */
  onChoose: (change: Choice) => void;
  promises: Promises;
  faqs: PageTexts<"product">["faqs"];
  sizeGuide: PageTexts<"sizeGuide">;
};

/** Everything about buying, from the name to the small print. Spec §2.6, "Product block". */
export function BuyBox({ product, choice, onChoose, promises, faqs, sizeGuide }: BuyBoxProps) {
  const { id, name, reviews } = product;
  const addToBag = useAddToBag();
  const button = useRef<HTMLButtonElement>(null);
  const variant = variantOf(product, choice);
  const priced = pricedVariant(product, choice);
  const price = priceOf(product, priced);
  const offers = sizeOffers(product, choice.color);
  const isOut = variant?.stock === 0;
  const missing = missingChoice(product, choice);
  const picture = picturesOf(product, choice.color)[0]?.path ?? "";
  const add = () => void addToBag(product, choice, picture);

  return (
    <div className="buy">
      <h1>{name}</h1>
      <div className="buy__sub">
        <Price now={price} was={priceBefore(product, priced)} className="buy__price" />
        {isSoldOut(product.variants) && <span className="flag flag--out flag--alone">SOLD OUT</span>}
        <a className="buy__stars" href="#reviews">
          <Stars value={reviews.average} />
          <span className="text-link small">
            {reviews.count > 0 ? `${reviews.average.toFixed(1)} · Reviews ${reviews.count}` : "No reviews yet"}
          </span>
        </a>
      </div>
      <p className="buy__lead">{leadOf(product.description)}</p>
      {product.colors.length > 0 && (
        <ColorRadios
          colors={product.colors.map((color) => ({ ...color, picture: color.pictures[0] ?? null }))}
          value={choice.color}
          onChange={(color) => onChoose({ color })}
        />
      )}
      {offers.length > 0 && (
        <SizeRadios
          id="sizes"
          offers={offers}
          value={choice.size}
          onChange={(size) => onChoose({ size })}
          aside={<SizeGuide texts={sizeGuide} chart={product.sizeChart} cut={cutOf(product)} size={choice.size} />}
          note={<SizeNote product={product} choice={choice} lowMark={promises.lowStock} />}
        />
      )}
      <div className="buy__act">
        <Button ref={button} size="large" split disabled={missing !== null || isOut} onClick={add}>
          <span>Add to bag</span>
          <span className="tnum">{isOut ? "Sold out" : formatCents(price)}</span>
        </Button>
        <FavoriteButton product={product} />
      </div>
      <noscript>
        <p className="pick__note low">The bag lives in your browser and needs JavaScript.</p>
      </noscript>
      {isOut && variant && (
        <BackInStockForm key={variant.id} productId={id} size={variant.size} color={variant.color} />
      )}
      {product.variants.some(({ stock }) => stock === 0) && (
        <noscript>
          <a className="text-link" href={`/back-in-stock?product=${id}`}>
            Email me when it is back
          </a>
        </noscript>
      )}
      <Vows product={product} isFree={price >= promises.freeDeliveryFrom} promises={promises} />
      <Accordion heading="h2" single open="description" items={sectionsOf(product, faqs)} />
      <BuyBar button={button} isOut={isOut} missing={missing} choice={choice} price={price} onAdd={add} />
    </div>
  );
}

const cutOf = ({ category }: ProductDetail): string => `${(category.parent ?? category).name}'s`;

/** How it fits; gives way to how few are left, and to what is not to be had. */
function SizeNote({ product, choice, lowMark }: { product: ProductDetail; choice: Choice; lowMark: number }) {
  const variant = variantOf(product, choice);
  const pair = [choice.color && shownColor(choice.color), choice.size && offeredSize(choice.size)]
    .filter(Boolean)
    .join(", ");
  const { stock } = variant ?? { stock: null };
  const isLow = stock !== null && stock <= lowMark;
  const words = !isLow ? fitNote(product.fit) : stock === 0 ? `Sold out in ${pair}` : `Only ${stock} left in ${pair}`;
  return (
    <p className={isLow ? "pick__note low" : "pick__note"} role="status">
      {words && <Icon name={isLow ? "alert" : "check"} size="small" />}
      {words}
    </p>
  );
}

/** What delivery and sending back come to, for this very product. */
function Vows({ product, isFree, promises }: { product: ProductDetail; isFree: boolean; promises: Promises }) {
  const { freeDeliveryFrom, deliveryFee, returnDays } = promises;
  return (
    <ul className="vows">
      <li>
        <Icon name="truck" />
        <span>
          {isFree ? (
            <>
              <b>Free delivery.</b> This one is over the {formatRound(freeDeliveryFrom)} line.
            </>
          ) : (
            <>
              <b>Delivery {formatCents(deliveryFee)}.</b> Free from {formatRound(freeDeliveryFrom)}.
            </>
          )}
        </span>
      </li>
      <li>
        <Icon name="return" />
        <span>
          {mayComeBack(product) ? (
            <>
              <b>{returnDays} days to change your mind.</b> Return freight is free inside the US.
            </>
          ) : (
            <>
              <b>{product.finalSale ? "Final sale." : "Not returnable."}</b> It comes back only if it arrives damaged,
              faulty or wrong.
            </>
          )}
        </span>
      </li>
    </ul>
  );
}

const sectionsOf = (product: ProductDetail, faqs: BuyBoxProps["faqs"]) => [
  { id: "description", title: "Description & Fit", content: <Description product={product} /> },
  { id: "materials", title: "Materials", content: <Materials product={product} /> },
  ...faqs.map(({ _id, question, answer }) => ({
    id: `faq-${_id}`,
    title: question,
    content: <Answer text={answer} />,
  })),
];

function Description({ product: { description, details, fit } }: { product: ProductDetail }) {
  return (
    <>
      {description
        .split(/\n+/)
        .filter(Boolean)
        .map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      {details.length > 0 && (
        <ul className="ticks">
          {details.map((detail) => (
            <li key={detail}>{detail}</li>
          ))}
        </ul>
      )}
      {fit && (
        <p>
          <b>Fit:</b> {fit}
        </p>
      )}
    </>
  );
}

function Materials({ product: { materials, care } }: { product: ProductDetail }) {
  return (
    <>
      <ul className="ticks">
        {materialLines(materials).map(({ label, value }) => (
          <li key={label + value}>
            <span>
              {label && <b>{label}: </b>}
              {value}
            </span>
          </li>
        ))}
      </ul>
      {care && (
        <p>
          <b>Care:</b> {care.replaceAll("\n", " ")}
        </p>
      )}
    </>
  );
}

const Answer = ({ text }: { text: string }): ReactNode => (
  <p>
    {linked(text).map((part, i) =>
      part.href ? (
        <a className="text-link" href={part.href} key={i}>
          {part.text}
        </a>
      ) : (
        part.text
      ),
    )}
  </p>
);
