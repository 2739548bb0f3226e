import { Fragment, lazy, type ReactNode, type RefObject, Suspense, useDeferredValue, useEffect, useRef } from "react";
import { Await, useRevalidator } from "react-router";
import { services } from "~/services";
import { Button, ButtonLink } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import { PageStatus } from "~/ui/page-status";
import { publicPage } from "~/shop/caching";
import { CardRail } from "~/shop/catalog/cards/card-rail";
import { headOf, metaOf } from "~/shop/head";
import { openTerms } from "~/shop/tax/open-terms.server";
import { pageContent } from "~/shop/texts/page-content.server";
import { useFrameData } from "~/shop/use-frame-data";
import type { Route } from "./+types/bag.page";
import { isSameLine } from "./bag";
import { textOfKey } from "./card-facts";
import { cents } from "~/shop/money";
import { giftCardValue, goodsIn, shownValue } from "~/shop/price";
import type { BagNotice } from "./bag-notice";
import { checkBag, type Checked } from "./refresh-bag";
import { useBag } from "./bag-provider";
import { bagStore } from "./bag-store";
import { FreeDeliveryBar } from "./free-delivery-bar";
import { buyable, availabilityOf } from "./availability";
import { LineRow } from "./line-row";
import { Notice } from "./notice";
import { Summary } from "./summary";
import { emailAtCheckout, useCode } from "./use-code";
import type { OfferedBag } from "./offers-store";
import { type BagOffers, useOffers } from "./use-offers";
import { type RemovedLineAccess, useRemovedLine } from "./use-removed-line";

const OffersInBag = lazy(() => import("./offers-in-bag"));

/** Query parameters that the page reads; others do not enter its cache key. */
export const searchParameters = [];

/** Loads the settings and texts of the page; the lines are stored only in the browser. */
export async function loader({ context }: Route.LoaderArgs) {
  const all = context.get(services);
  const { db, address, settings: inForce } = all;
  const settings = inForce();
  const { heldPieces, lowStock, timeZone } = settings;
  const { delivery, taxFollows, hasOffers } = openTerms(all);
  const { tax, ...texts } = await pageContent(db, "bag", settings);
  return {
    settings: { ...delivery, heldPieces, lowStock, timeZone },
    texts,
    ...(taxFollows && { taxNote: tax.text }),
    ...(hasOffers && { hasOffers }),
    head: headOf(
      { address, settings },
      { title: texts.heading, description: "What you chose, and what it comes to.", path: "/cart", listed: false },
    ),
    checked: null,
    /** Whether the row under the bag shows what was viewed last, because the bag is empty. */
    areViewed: false,
  };
}

/** Checks the bag against the catalog whenever the page is opened. */
export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  const known = await serverLoader();
  const checked = await checkBag(known.settings, emailAtCheckout());
  if (bagStore.read().length > 0) return { ...known, checked, areViewed: false };
  const viewed = import("./viewed-last").then(({ viewedLast }) => viewedLast(known.settings.lowStock)).catch(() => []);
  return { ...known, checked: { ...checked, others: viewed }, areViewed: true };
}
clientLoader.hydrate = true as const;

export const headers = () => publicPage;
export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

const unchecked: Checked = { catalog: {}, notices: [], failed: false, others: Promise.resolve([]) };

export default function BagPage({ loaderData }: Route.ComponentProps) {
  const { settings, texts, taxNote = "", hasOffers, areViewed } = loaderData;
  const checked = loaderData.checked ?? unchecked;
  const { bag, ready } = useBag();
  const { waysOn } = useFrameData();
  const list = useRef<HTMLUListElement>(null);
  const undo = useRemovedLine(list);
  const told = checked.notices.filter(({ line }) =>
    line ? bag.some((kept) => isSameLine(kept, line)) : bag.length > 0,
  );
  // The previous recommendations stay visible while the next ones load.
  const others = useDeferredValue(loaderData.checked?.others);

  return (
    <main id="main" className="fills">
      <div className="wide">
        <h1 className="page-t">{texts.heading}</h1>
        <noscript>
          <p className="notice">The bag is kept in your browser and needs JavaScript, which is switched off.</p>
        </noscript>
        {!ready && <PageStatus>Loading your bag...</PageStatus>}
        <Told notices={ready ? told : []} />
        {ready && bag.length === 0 && (
          <>
            {undo.rowAt(0)}
            <EmptyState
              {...texts.empty}
              action={
                <ButtonLink to={waysOn["new-arrivals"]} prefetch="intent">
                  Continue Shopping
                </ButtonLink>
              }
            />
          </>
        )}
        {ready && bag.length > 0 && <Filled {...{ checked, settings, texts, taxNote, hasOffers, list, undo }} />}
      </div>
      {others && (
        <Suspense fallback={null}>
          <Await resolve={others} errorElement={null}>
            {(cards) => <CardRail title={areViewed ? texts.viewed.heading : texts.others.heading} cards={cards} />}
          </Await>
        </Suspense>
      )}
    </main>
  );
}

/** Notices about the bag, in a region that is there before them, so that they are announced. */
const Told = ({ notices }: { notices: readonly BagNotice[] }) => (
  <div aria-live="polite">
    {notices.map(({ words }) => (
      <Notice key={words} isAnnounced>
        {words}
      </Notice>
    ))}
  </div>
);

interface BesideBagProps {
  offers: BagOffers;
  price: OfferedBag;
}

/** Notes of offers beside the bag, those of the answer before until the next one. A code that gives more than they takes their presents out again. */
function BesideBag({ offers: { known, last, isAsked }, price }: BesideBagProps) {
  const shown = isAsked ? last : known;
  const presents = known ? known.presents.filter((present) => price.lines.includes(present)) : (shown?.presents ?? []);
  // Beside a code that gives more than the offers nothing is lost by their order.
  const lost = price.offers ? (shown?.lost ?? []) : [];
  // The boundary is there before the notes, so that the answer waits for their code.
  return <Suspense fallback={null}>{shown && <OffersInBag known={{ ...shown, presents, lost }} />}</Suspense>;
}

const RowBetween = ({ row }: { row: ReactNode }) => row && <li>{row}</li>;

interface FilledProps {
  checked: Checked;
  settings: Route.ComponentProps["loaderData"]["settings"];
  texts: Route.ComponentProps["loaderData"]["texts"];
  taxNote: string;
  hasOffers: boolean | undefined;
  list: RefObject<HTMLUListElement | null>;
  undo: RemovedLineAccess;
}

function Filled({
  checked: { catalog, notices, failed },
  settings,
  texts,
  taxNote,
  hasOffers,
  list,
  undo,
}: FilledProps) {
  const { bag } = useBag();
  const { revalidate } = useRevalidator();
  const lines = buyable(bag, catalog);
  const offers = useOffers(lines, hasOffers);
  const { counted } = useCode();
  const price = offers.priceOf(lines, counted, settings);

  // A line that was added after the bag was opened is not in the catalog's answer yet.
  const isAsked = failed || bag.every(({ product }) => product in catalog);
  const isChecked = Object.keys(catalog).length > 0;
  useEffect(() => {
    if (isChecked && !isAsked) void revalidate();
  }, [isChecked, isAsked, revalidate]);

  return (
    <div className="work">
      <div>
        {failed && (
          <Notice
            action={
              <Button look="quiet" onClick={() => void revalidate()}>
                Try again
              </Button>
            }
          >
            We could not ask the catalog for today's prices.
          </Notice>
        )}
        {goodsIn(lines).length > 0 && (
          <FreeDeliveryBar
            value={cents(shownValue(price.summary, price.offers) - giftCardValue(lines))}
            terms={settings}
          />
        )}
        <Items {...{ catalog, notices, settings, list, undo }} />
        <BesideBag {...{ offers, price }} />
      </div>
      <Summary
        {...{ lines, settings, texts, taxNote, offers, price }}
        lostCode={notices.find(({ line, beside }) => !line && beside)?.beside}
      />
    </div>
  );
}

/** The lines of the bag, and a row in place of one that was removed. */
function Items({ catalog, notices, settings, list, undo }: ItemsProps) {
  const { bag, setQuantity } = useBag();
  return (
    <ul className="lines" ref={list} aria-label="Items">
      {bag.map((line, place) => (
        <Fragment key={textOfKey(line)}>
          <RowBetween row={undo.rowAt(place)} />
          <LineRow
            line={line}
            address={catalog[line.product]?.address}
            standing={availabilityOf(line, catalog)}
            changes={notices.flatMap((notice) =>
              notice.line && isSameLine(notice.line, line) && notice.beside ? [notice.beside] : [],
            )}
            lowMark={settings.lowStock}
            most={settings.heldPieces}
            onQuantity={(quantity) => setQuantity(line, quantity)}
            onRemove={() => undo.takeOut(line)}
          />
        </Fragment>
      ))}
      <RowBetween row={undo.rowAt(bag.length)} />
    </ul>
  );
}

type ItemsProps = Pick<Checked, "catalog" | "notices"> & Pick<FilledProps, "settings" | "list" | "undo">;
