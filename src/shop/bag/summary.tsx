import { useRef } from "react";
import { Link, PrefetchPageLinks, useNavigate } from "react-router";
import { formatCents } from "~/shop/money";
import { areByEmail, giftCardValue, goodsValue } from "~/shop/price";
import { BottomBar } from "~/ui/bottom-bar";
import type { BagTerms } from "~/shop/delivery-fee";
import { Button, ButtonLink } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { useFrameData } from "~/shop/use-frame-data";
import { WaysToPay } from "./ways-to-pay";
import type { Settings } from "~/shop/settings";
import type { PageTexts } from "~/shop/texts/page-texts";
import type { Bag } from "./bag";
import { CardSums } from "./card-sums";
import type { ByCards } from "./gift-card-store";
import { notCountedWords } from "./code-status";
import DiscountRow from "./discount-row";
import { OneOrder } from "./one-order";
import { besideOffersWords } from "./offer-code-words";
import { orderDraftStore, orderDraftWith } from "./order-draft";
import { totalRows, withFormer } from "./total-rows";
import { useCode } from "./use-code";
import { usePaidByCards } from "./use-gift-cards";
import type { OfferedBag } from "./offers-store";
import type { BagOffers } from "./use-offers";

interface SummaryProps {
  /** Available lines. */
  lines: Bag;
  settings: BagTerms & Pick<Settings, "heldPieces">;
  texts: Omit<PageTexts<"bag">, "tax">;
  /** Text about sales tax that may be added once the address is known; empty where none is counted. */
  taxNote: string;
  /** Answer of the shop about offers on the lines, and the price under it. */
  offers: BagOffers;
  price: OfferedBag;
  /** Words about a code that was taken off when the bag was opened. */
  lostCode: string | undefined;
}

/** Totals of the bag, and the button that opens the checkout. */
export function Summary({ lines, settings, texts, taxNote, offers, price, lostCode }: SummaryProps) {
  const navigate = useNavigate();
  const button = useRef<HTMLButtonElement>(null);
  const code = useCode();
  const { giftCards } = useFrameData();
  const { counted } = code;
  const { summary } = price;
  const byCards = usePaidByCards(summary.total, null, giftCardValue(lines));
  const continueToCheckout = () => {
    orderDraftStore.change(() => orderDraftWith(lines, summary));
    void navigate("/checkout");
  };
  return (
    <aside className={offers.isAsked && !offers.last ? "sum sum--asks" : "sum"} aria-label="Order summary">
      {lines.length > 0 ? (
        <>
          <DiscountRow orderValue={goodsValue(lines)} told={toldOf(code, lostCode)} />
          <Sums
            {...{ price, offers, byCards, taxNote }}
            code={counted?.code}
            usualPlaces={settings.usualPlaces}
            isByEmail={areByEmail(lines)}
          />
        </>
      ) : (
        <NothingToPay text={texts.unsold.text} />
      )}
      <OneOrder bag={lines} most={settings.heldPieces} />
      <Button ref={button} size="large" wide disabled={lines.length === 0} onClick={continueToCheckout}>
        CONTINUE TO CHECKOUT
      </Button>
      {lines.length > 0 && (
        <BottomBar button={button}>
          <Button split tabIndex={-1} onClick={continueToCheckout}>
            <span>Continue</span>
            <span className="tnum" aria-busy={offers.isAsked}>
              {byCards.parts.length > 0 ? "To pay" : "Total"} {formatCents(byCards.rest)}
            </span>
          </Button>
        </BottomBar>
      )}
      <PrefetchPageLinks page="/checkout" />
      <WaysToPay linked={linkedTo(giftCards)} />
      <p className="fine">{texts.estimate.text}</p>
      <p className="fine">
        {texts.returns.text}{" "}
        <Link className="text-link" to="/return-policy" prefetch="intent">
          {texts.returns.label}
        </Link>
        .
      </p>
      <Links links={texts.links} />
    </aside>
  );
}

/** Makes the mark of gift cards lead to the page on which they are bought. */
const linkedTo = (page: string | undefined) => (key: string, name: string) =>
  key === "giftCard" && page ? <Link to={page}>{name}</Link> : name;

const Links = ({ links }: { links: SummaryProps["texts"]["links"] }) => (
  <div className="sum__links">
    {links.map(({ label, href }) => (
      <Link key={href} to={href} prefetch="intent">
        {label}
        <Icon name="right" />
      </Link>
    ))}
  </div>
);

interface SumsProps {
  price: OfferedBag;
  offers: BagOffers;
  byCards: ByCards;
  code: string | undefined;
  taxNote: string;
  usualPlaces: string | undefined;
  isByEmail: boolean;
}

/** Totals with what offers and gift cards take, and what becomes of a code beside offers that are not together with codes. */
const Sums = ({ price, offers: { known, last, isAsked }, byCards, code, taxNote, ...open }: SumsProps) => (
  <>
    <CardSums
      rows={
        isAsked && last
          ? totalRows(withFormer(price.summary, last.given), { ...open, isEstimate: true, offers: last.given })
          : totalRows(price.summary, { ...open, isEstimate: true, offers: price.offers })
      }
      byCards={byCards}
      isBusy={isAsked}
    />
    {code !== undefined && known?.isWithoutCodes && (
      <p className="fine">{besideOffersWords(code, price.isCodeLeftOut ?? false)}</p>
    )}
    {taxNote && <p className="fine sum__tax">{taxNote}</p>}
  </>
);

/** Words about a code that does not count, or that was taken off and has no other in its place. */
const toldOf = ({ message, discount }: ReturnType<typeof useCode>, lostCode: string | undefined): string | undefined =>
  message ? notCountedWords(message) : discount ? undefined : lostCode;

/** Message when no line of the bag is available. */
function NothingToPay({ text }: { text: string }) {
  const { waysOn } = useFrameData();
  return (
    <>
      <p>{text}</p>
      <ButtonLink to={waysOn["new-arrivals"]} look="quiet" wide prefetch="intent">
        Continue Shopping
      </ButtonLink>
    </>
  );
}
