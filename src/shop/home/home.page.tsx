import type { ReactNode } from "react";
import { data, useOutletContext } from "react-router";
import { memoizedPictures } from "~/platform/media.server";
import { services } from "~/services";
import { JsonLd } from "~/ui/json-ld";
import { publicIfComplete, loadOptional } from "~/shop/optional.server";
import { topCategories } from "~/shop/catalog/catalog.server";
import { Reels } from "~/shop/community/reels";
import { communityVideos, socialFeed } from "~/shop/community/community.server";
import { reelOf } from "~/shop/community/reel";
import { SocialFeed } from "~/shop/community/social-feed";
import { headOf, metaOf } from "~/shop/head";
import { Benefits } from "~/shop/texts/benefits";
import { limits } from "~/shop/limits";
import { knownField, type PublicAddress } from "~/shop/public-address.server";
import { organization, website } from "~/shop/structured-data";
import type { Route } from "./+types/home.page";
import { BEST, bestOf } from "./best";
import { BestSellers } from "./best-sellers";
import { CategoryTiles } from "./category-tiles";
import { TrendingCollections } from "./collections";
import { Hero } from "./hero";
import { bestSellers, homeContent, picturePaths, withPictures } from "./home.server";
import { warnOfMissingFilms } from "./missing-films.server";
import { Partners } from "./partners";
import { Testimonials } from "./testimonials";

/** Query parameters that the page reads; others do not enter its cache key. */
export const searchParameters = [BEST];

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db, address, settings: inForce } = context.get(services);
  const settings = inForce();
  const [content, top, films, posts] = await Promise.all([
    homeContent(db, settings),
    loadOptional(topCategories(db), "Failed to fetch categories"),
    loadOptional(communityVideos(db), "Failed to fetch community videos"),
    loadOptional(socialFeed(db, limits.socialPosts), "Failed to fetch the social feed"),
  ]);
  warnOfMissingFilms(films ?? []);
  const [best, pictures] = await Promise.all([
    bestSellers(db, top ?? [], url.searchParams.get(BEST), settings),
    memoizedPictures(db, picturePaths(content)),
  ]);

  const shop = { address, settings };
  const shown = withPictures(content, pictures);
  const { hero } = shown.texts;
  const page = {
    ...shown,
    best,
    reels: (films ?? []).map(reelOf),
    posts: posts ?? [],
    structured: [organization(shop), website(shop)],
  };
  const head = headOf(shop, {
    title: `Ride Dirty. Look Sharp. | ${settings.shopName}`,
    description: `Apparel, boots, accessories and headwear for riders. ${hero.title}: ${hero.highlight}. ${hero.text}`,
    path: "/",
    picture: shown.hero.wide,
  });
  return data({ ...page, head }, { headers: publicIfComplete(top, films, posts) });
}

loader.publicAddress = (async ({ db, memoize, asked }) => ({
  fields: await knownField(asked, BEST, () => memoize("best", async () => (await topCategories(db)).map(bestOf))),
})) satisfies PublicAddress;

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders;
export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function HomePage({ loaderData }: Route.ComponentProps) {
  const { texts, hero, partners, best, tiles, reels, testimonials, collections, posts, structured } = loaderData;
  const { sections } = texts;
  // The frame passes its menu, shown inside the hero on wide screens.
  const frame = useOutletContext<{ menu?: ReactNode } | undefined>();

  return (
    <main id="main" className="above-first">
      <JsonLd data={structured} />
      <Hero texts={texts.hero} wide={hero.wide} tall={hero.tall} menu={frame?.menu} />
      <Partners title={sections.partners.heading} partners={partners} />
      {best.chosen && (
        <BestSellers
          title={sections.bestSellers.heading}
          text={sections.bestSellers.text}
          words={sections.bestSellers.link ?? "SHOP ALL"}
          mile={Number(sections.bestSellers.mile)}
          categories={best.categories}
          chosen={best.chosen}
          cards={best.cards}
        />
      )}
      <CategoryTiles title={sections.categories.heading} mile={Number(sections.categories.mile)} tiles={tiles} />
      <Reels
        title={sections.videos.heading}
        text={sections.videos.text}
        mile={Number(sections.videos.mile)}
        reels={reels}
      />
      <Testimonials
        title={sections.testimonials.heading}
        text={sections.testimonials.text}
        mile={Number(sections.testimonials.mile)}
        testimonials={testimonials}
      />
      <TrendingCollections
        title={sections.collections.heading}
        mile={Number(sections.collections.mile)}
        collections={collections}
      />
      <SocialFeed
        title={sections.social.heading}
        text={sections.social.text}
        mile={Number(sections.social.mile)}
        posts={posts}
      />
      <Benefits benefits={texts.benefits} />
    </main>
  );
}
