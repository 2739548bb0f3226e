import type { ReactNode } from "react";
import { data, useOutletContext } from "react-router";
import { services } from "~/services";
import { JsonLd } from "~/ui/json-ld";
import { SectionHead } from "~/ui/section-head";
import { publicIfComplete, loadOptional } from "~/shop/optional.server";
import { cardTerms } from "~/shop/catalog/cards/card-terms.server";
import { topCategories } from "~/shop/catalog/catalog.server";
import { Reels } from "~/shop/community/reels";
import { communityVideos, socialFeed } from "~/shop/community/community.server";
import { reelOf } from "~/shop/community/reel";
import { SocialFeed } from "~/shop/community/social-feed";
import { inSearch } from "~/shop/texts/search-texts.server";
import { headOf, metaOf } from "~/shop/head";
import { sharePicture } from "~/shop/share-picture.server";
import { Benefits } from "~/shop/texts/benefits";
import { limits } from "~/shop/limits";
import { knownField, type PublicAddress } from "~/shop/public-address.server";
import { organization, website } from "~/shop/structured-data";
import type { Route } from "./+types/home.page";
import { BEST, bestOf } from "./best";
import { BestSellers } from "./best-sellers";
import { CategoryTiles } from "./category-tiles";
import { PictureWithWords, TrendingCollections } from "./collections";
import { Hero } from "./hero";
import type { HomeSection } from "./home-section";
import { bestSellers, homeContent, homeSections } from "./home.server";
import { warnOfMissingFilms } from "./missing-films.server";
import { Partners } from "./partners";
import { Testimonials } from "./testimonials";

/** Query parameters that the page reads; others do not become part of its page-cache key. */
export const searchParameters = [BEST];

export async function loader({ context, url }: Route.LoaderArgs) {
  const all = context.get(services);
  const { db, address, settings: inForce } = all;
  const settings = inForce();
  const [content, top, films, posts] = await Promise.all([
    homeContent(db, settings),
    loadOptional(topCategories(db), "Failed to fetch categories"),
    loadOptional(communityVideos(db), "Failed to fetch community videos"),
    loadOptional(socialFeed(db, limits.socialPosts), "Failed to fetch the social feed"),
  ]);
  warnOfMissingFilms(films ?? []);
  const best = await bestSellers(db, top ?? [], url.searchParams.get(BEST), cardTerms(all));
  const shop = { address, settings };
  const sections = await homeSections(db, content, settings, {
    best,
    terms: cardTerms(all),
    reels: (films ?? []).map(reelOf),
    posts: posts ?? [],
    address,
  });
  const hero = sections.find((section) => section.kind === "hero");
  const made = {
    title: `Ride Dirty. Look Sharp. | ${settings.shopName}`,
    description: [
      `Gear for riders${best.categories.length > 0 ? `: ${best.categories.map(({ name }) => name).join(", ")}` : ""}.`,
      hero ? `${hero.texts.title}: ${hero.texts.highlight}. ${hero.texts.text}` : "",
    ].join(" "),
  };
  const found = await inSearch(db, "home", made, settings);
  const share = sharePicture(all, { title: found.title, picture: hero?.wide });
  const head = headOf(shop, { ...found, path: "/", share });
  const page = { sections, structured: [organization(shop), website(shop)], head };
  return data(page, { headers: publicIfComplete(top, films, posts) });
}

loader.publicAddress = (async ({ db, memoize, asked }) => ({
  fields: await knownField(asked, BEST, () => memoize("best", async () => (await topCategories(db)).map(bestOf))),
})) satisfies PublicAddress;

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders;
export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function HomePage({ loaderData: { sections, structured } }: Route.ComponentProps) {
  return (
    <main id="main" className={sections.at(-1)?.kind === "benefits" ? "above-first meets-footer" : "above-first"}>
      <JsonLd data={structured} />
      {sections.map((section) => (
        <Section key={section.id} {...section} />
      ))}
    </main>
  );
}

function Section(section: HomeSection) {
  // The frame passes its menu, which the hero contains on wide screens.
  const frame = useOutletContext<{ menu?: ReactNode } | undefined>();
  switch (section.kind) {
    case "hero":
      return <Hero {...section} menu={frame?.menu} />;
    case "partners":
      return <Partners {...section} />;
    case "products":
      return <BestSellers {...section} />;
    case "categories":
      return <CategoryTiles {...section} />;
    case "films":
      return <Reels {...section} />;
    case "quotes":
      return <Testimonials {...section} />;
    case "collections":
      return <TrendingCollections {...section} />;
    case "posts":
      return <SocialFeed {...section} />;
    case "benefits":
      return (
        <>
          {section.title && (
            <div className="section wide">
              <SectionHead id={section.id} title={section.title} mile={section.mile} />
            </div>
          )}
          <Benefits benefits={section.items} label={section.title} />
        </>
      );
    default:
      return <PictureWithWords {...section} />;
  }
}
