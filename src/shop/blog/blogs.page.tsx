import { data, type ShouldRevalidateFunctionArgs, useLocation } from "react-router";
import { picturesFor } from "~/platform/media.server";
import { services } from "~/services";
import { ButtonLink } from "~/ui/button";
import { JsonLd } from "~/ui/json-ld";
import { PageHead } from "~/ui/page-head";
import { Picture } from "~/ui/picture";
import { TabLinks } from "~/ui/tabs";
import { publicIfComplete, loadOptional } from "~/shop/optional.server";
import { inSearch } from "~/shop/texts/search-texts.server";
import { headOf, metaOf } from "~/shop/head";
import { sharePicture } from "~/shop/share-picture.server";
import { pageContent } from "~/shop/texts/page-content.server";
import type { PageTexts } from "~/shop/texts/page-texts";
import type { Picture as StoredPicture } from "~/shop/picture";
import { knownField, type PublicAddress } from "~/shop/public-address.server";
import { breadcrumbs } from "~/shop/structured-data";
import type { Route } from "./+types/blogs.page";
import { BlogCard, type Teaser, teaserOf } from "./blog-card";
import { allBlogCategories, publishedPosts } from "./blog.server";
import { NoArticles, useFailureToasts } from "./no-articles";
import { useHydrated } from "~/ui/use-hydrated";

const PATH = "/blogs";
/** Names of the categories that have articles. */
const topicsOf = (posts: readonly { category: { name: string } }[]): string[] => [
  ...new Set(posts.map(({ category }) => category.name)),
];

const RIDERS = "/media/scenes/community-hero.webp";
const categoryAddress = (name: string) => `${PATH}?category=${encodeURIComponent(name)}`;

/** Query parameters that the page reads; others do not enter its cache key. */
export const searchParameters = ["category"];

export async function loader({ context }: Route.LoaderArgs) {
  const all = context.get(services);
  const { db, address, settings } = all;
  const shop = { address, settings: settings() };
  const [texts, posts, categories, pictures] = await Promise.all([
    pageContent(db, "blogs", shop.settings),
    loadOptional(publishedPosts(db, shop.settings), "Error fetching blogs"),
    loadOptional(allBlogCategories(db), "Error fetching categories"),
    picturesFor(db, [RIDERS]),
  ]);
  const made = {
    title: texts.title,
    description: [texts.title, ...topicsOf(posts ?? [])].join(", "),
  };
  return data(
    {
      texts,
      teasers: posts?.map((post) => teaserOf(post, shop.settings.timeZone)),
      categories: categories?.map(({ name }) => name),
      riders: pictures.get(RIDERS) ?? null,
      head: headOf(shop, {
        ...(await inSearch(db, "blogs", made, shop.settings)),
        path: PATH,
        share: sharePicture(all, { title: texts.title, picture: posts?.[0]?.picture }),
      }),
      structured: breadcrumbs(shop, [{ name: "Blogs", path: PATH }]),
    },
    { headers: publicIfComplete(posts, categories) },
  );
}

loader.publicAddress = (async ({ db, memoize, asked }) => ({
  fields: await knownField(asked, "category", () =>
    memoize("blogs", async () => (await allBlogCategories(db)).map(({ name }) => name)),
  ),
})) satisfies PublicAddress;

/** Skips a reload when only the tab changes: every tab shows articles of the loaded data. */
export const shouldRevalidate = ({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  currentUrl.pathname === nextUrl.pathname ? false : defaultShouldRevalidate;

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders;
export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function BlogsPage({ loaderData }: Route.ComponentProps) {
  const { texts, teasers, categories, riders, structured } = loaderData;
  useFailureToasts(teasers, categories);
  const chosen = useChosenCategory(categories ?? []);

  const shown = teasers?.filter(({ category }) => chosen === undefined || category === chosen) ?? [];
  return (
    <main id="main">
      <JsonLd data={structured} />
      <PageHead title={texts.title} />
      {teasers?.length !== 0 && (
        <div className="wide">
          <TabLinks
            look="bar"
            label="Categories"
            controls="articles"
            links={[
              { to: PATH, label: texts.allTab, isCurrent: chosen === undefined },
              ...(categories ?? []).map((name) => ({
                to: categoryAddress(name),
                label: name,
                isCurrent: chosen === name,
              })),
            ]}
          />
        </div>
      )}
      <div id="articles" role="tabpanel" aria-label={chosen ?? texts.allTab}>
        {shown.length === 0 ? (
          <NoArticles hasFailed={teasers === undefined} hasOthers={(teasers?.length ?? 0) > 0} />
        ) : (
          <Articles teasers={shown} banner={texts.banner} picture={riders} />
        )}
      </div>
    </main>
  );
}

interface ArticlesProps {
  teasers: Teaser[];
  banner: PageTexts<"blogs">["banner"];
  picture: StoredPicture | null;
}

const BEFORE_BANNER = 4;

/** Shows the first articles as large cards, then the banner, then the other articles. */
function Articles({ teasers, banner, picture }: ArticlesProps) {
  const first = teasers.slice(0, BEFORE_BANNER);
  const rest = teasers.slice(BEFORE_BANNER);
  return (
    <>
      <div className="wide posts posts--lead">
        {first.map((teaser, place) => (
          <BlogCard
            key={teaser.id}
            teaser={teaser}
            heading="h2"
            sizes="(width >= 37.5rem) 50vw, 100vw"
            eager={place < 2}
          />
        ))}
      </div>
      <section className="section bbanner scene" aria-labelledby="banner">
        <Picture picture={picture} sizes="100vw" alt="" className="scene__photo" />
        <div className="wide bbanner__t">
          <h2 id="banner">{banner.heading}</h2>
          <p>{banner.text}</p>
          <ButtonLink to={banner.href}>{banner.button}</ButtonLink>
        </div>
      </section>
      {rest.length > 0 && (
        <div className="section wide posts">
          {rest.map((teaser) => (
            <BlogCard
              key={teaser.id}
              teaser={teaser}
              heading="h2"
              sizes="(width >= 64rem) 33vw, (width >= 37.5rem) 50vw, 100vw"
            />
          ))}
        </div>
      )}
    </>
  );
}

/** Page that is shown when the list could not be loaded. */
export function ErrorBoundary() {
  useFailureToasts(undefined, []);
  return (
    <main id="main">
      <NoArticles hasFailed />
    </main>
  );
}

/** Category named in the address, else the category of the list from which the shopper came. */
function useChosenCategory(categories: string[]): string | undefined {
  const { search, state } = useLocation() as { search: string; state: unknown };
  // History state exists only in the browser.
  const isHydrated = useHydrated();
  const wanted = new URLSearchParams(search).get("category") ?? (isHydrated ? categoryIn(state) : undefined);
  return categories.find((name) => name === wanted);
}

const categoryIn = (state: unknown): string | undefined =>
  typeof state === "object" && state !== null && "category" in state && typeof state.category === "string"
    ? state.category
    : undefined;
