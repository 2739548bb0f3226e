import { useNavigation } from "react-router";
import { ButtonLink } from "~/ui/button";
import { GoLink } from "~/ui/go-link";
import { SectionHead } from "~/ui/section-head";
import { TabLinks } from "~/ui/tabs";
import { ProductCard } from "~/shop/catalog/cards/product-card";
import { limits } from "~/shop/limits";
import { BEST } from "./best";
import type { ProductsSection } from "./home-section";

/** A row of products: of the category in the query parameter `best`, or those of the section. */
export function BestSellers({ id, title, text, words, mile, categories = [], chosen, all, cards }: ProductsSection) {
  const { location } = useNavigation();
  const waitsFor = location?.pathname === "/" ? new URLSearchParams(location.search).get(BEST) : null;
  const waited = waitsFor === chosen ? undefined : categories.find(({ key }) => key === waitsFor);
  const isWaiting = waited !== undefined;
  const shown = waited ?? categories.find(({ key }) => key === chosen);
  if (!shown && cards.length === 0) return null;
  const to = waited ? `/shop/${waited.key}` : all;
  const [head, panel] = shown ? ["best", "best-cards"] : [`${id}-head`, `${id}-cards`];

  return (
    <section className="section wide" id={shown ? "best-sellers" : id} aria-labelledby={head}>
      <SectionHead id={head} title={title} mile={mile} aside={text && <p>{text}</p>} />
      <div className="best__row">
        {shown ? (
          <TabLinks
            label={title}
            controls={panel}
            links={categories.map(({ key, name }) => ({
              to: `/?${BEST}=${key}`,
              label: name,
              isCurrent: key === shown.key,
            }))}
          />
        ) : (
          <span />
        )}
        <GoLink to={to}>{words}</GoLink>
      </div>
      <div
        className="grid grid--best"
        id={panel}
        {...(shown && { role: "tabpanel", "aria-label": shown.name, "aria-busy": isWaiting })}
      >
        {isWaiting
          ? Array.from({ length: limits.bestSellers }, (_, place) => <CardPlaceholder key={place} />)
          : cards.map((card) => <ProductCard key={card.id} card={card} shelf="home" />)}
      </div>
      <div className="best__more">
        <ButtonLink to={to} look="line" wide>
          {words}
        </ButtonLink>
      </div>
    </section>
  );
}

/** Placeholder of a product card while products are loading. */
function CardPlaceholder() {
  return (
    <div className="card card--waiting" aria-hidden="true">
      <div className="plate" />
      <div className="card__body" />
    </div>
  );
}
