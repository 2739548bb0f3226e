import { useNavigation } from "react-router";
import { ButtonLink } from "~/ui/button";
import { GoLink } from "~/ui/go-link";
import { SectionHead } from "~/ui/section-head";
import { TabLinks } from "~/ui/tabs";
import type { Card } from "~/shop/catalog/product";
import { ProductCard } from "~/shop/catalog/cards/product-card";
import { limits } from "~/shop/limits";
import { BEST } from "./best";

/** A top-level category to choose; `key` is its value in the address. */
interface BestCategory {
  key: string;
  name: string;
}

interface BestSellersProps {
  title: string;
  text?: string | undefined;
  /** Label of the link, 'SHOP ALL'. */
  words: string;
  mile: number;
  categories: BestCategory[];
  chosen: BestCategory;
  cards: Card[];
}

/** Newest products of the category chosen in the address. */
export function BestSellers({ title, text, words, mile, categories, chosen, cards }: BestSellersProps) {
  const { location } = useNavigation();
  const waitsFor = location?.pathname === "/" ? new URLSearchParams(location.search).get(BEST) : null;
  const isWaiting = waitsFor !== null && waitsFor !== chosen.key;
  const shown = categories.find(({ key }) => isWaiting && key === waitsFor) ?? chosen;
  const all = `/shop/${shown.key}`;

  return (
    <section className="section wide" id="best-sellers" aria-labelledby="best">
      <SectionHead id="best" title={title} mile={mile} aside={text && <p>{text}</p>} />
      <div className="best__row">
        <TabLinks
          label={title}
          controls="best-cards"
          links={categories.map(({ key, name }) => ({
            to: `/?${BEST}=${key}`,
            label: name,
            isCurrent: key === shown.key,
          }))}
        />
        <GoLink to={all}>{words}</GoLink>
      </div>
      <div className="grid grid--best" id="best-cards" role="tabpanel" aria-label={shown.name} aria-busy={isWaiting}>
        {isWaiting
          ? Array.from({ length: limits.bestSellers }, (_, place) => <CardPlaceholder key={place} />)
          : cards.map((card) => <ProductCard key={card.id} card={card} shelf="home" />)}
      </div>
      <div className="best__more">
        <ButtonLink to={all} look="line" wide>
          {words}
        </ButtonLink>
      </div>
    </section>
  );
}

/** Placeholder of a card that is loading. */
function CardPlaceholder() {
  return (
    <div className="card card--waiting" aria-hidden="true">
      <div className="plate" />
      <div className="card__body" />
    </div>
  );
}
