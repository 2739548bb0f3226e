import { services } from "~/services";
import { byName } from "~/platform/by-name";
import { picturesFor } from "~/platform/media.server";
import { JsonLd } from "~/ui/json-ld";
import { Picture } from "~/ui/picture";
import { Tile } from "~/ui/tile";
import { ButtonLink } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import { publicPage } from "~/shop/caching";
import { inSearch } from "~/shop/texts/search-texts.server";
import { headOf, metaOf } from "~/shop/head";
import { sharePicture } from "~/shop/share-picture.server";
import { breadcrumbs } from "~/shop/structured-data";
import type { Route } from "./+types/about.page";
import { withoutEmpty } from "~/shop/catalog/listing/links-to-goods.server";
import { pageContent } from "~/shop/texts/page-content.server";

const PATH = "/about";
const WORKSHOP = "/media/scenes/about.webp";
/** Pictures beside the parts of the story, by key of the part. */
const PARTS = byName({
  mission: "/media/scenes/social-5.webp",
  who: "/media/scenes/blog-4.webp",
  vision: "/media/scenes/community-hero.webp",
  journey: "/media/scenes/blog-3.webp",
  inspiration: "/media/scenes/blog-2.webp",
});
const tilePath = (title: string) => `/media/scenes/category-${title.toLowerCase()}.webp`;

/** Query parameters that the page reads: none, so no parameter becomes part of its page-cache key. */
export const searchParameters = [];

export async function loader({ context }: Route.LoaderArgs) {
  const all = context.get(services);
  const { db, address, settings } = all;
  const shop = { address, settings: settings() };
  const stored = await withoutEmpty(db, await pageContent(db, "about", shop.settings));
  const isHidden = stored.visibility === "hidden";
  const texts = isHidden ? { ...stored, hero: { ...stored.hero, text: "" }, sections: [], tiles: [] } : stored;
  const pictures = await picturesFor(db, [
    WORKSHOP,
    ...Object.values(PARTS),
    ...texts.tiles.map(({ title }) => tilePath(title)),
  ]);
  const workshop = pictures.get(WORKSHOP) ?? null;
  const made = { title: texts.hero.title, description: texts.hero.text || texts.hero.title };
  return {
    ...texts,
    workshop,
    sections: texts.sections.map((part) => ({ ...part, picture: pictures.get(PARTS[part.key] ?? "") ?? null })),
    tiles: texts.tiles.map((tile) => ({ ...tile, picture: pictures.get(tilePath(tile.title)) ?? null })),
    head: headOf(shop, {
      ...(await inSearch(db, "about", made, shop.settings)),
      path: PATH,
      share: sharePicture(all, { title: made.title, picture: workshop }),
    }),
    structured: breadcrumbs(shop, [{ name: "About", path: PATH }]),
  };
}

export const headers = () => publicPage;
export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function AboutPage({ loaderData }: Route.ComponentProps) {
  const { hero, sections, tiles, workshop, structured, visibility } = loaderData;
  if (visibility === "hidden")
    return (
      <main id="main">
        <EmptyState
          title={hero.title}
          heading="h1"
          text="Nothing is written here yet."
          action={<ButtonLink to="/">Home</ButtonLink>}
        />
      </main>
    );
  return (
    <main id="main">
      <JsonLd data={structured} />
      <div className="ahero">
        <div className="scene">
          <Picture picture={workshop} sizes="100vw" eager className="scene__photo" />
        </div>
      </div>
      <header className="wide atitle">
        <h1>{hero.title}</h1>
        <p className="atitle__stand">{hero.text}</p>
      </header>
      <div className="wide tale">
        {sections.map(({ key, heading, paragraphs, picture }) => (
          <section key={key} className="tale__part" aria-labelledby={key}>
            <div className="tale__text">
              <h2 id={key}>{heading}</h2>
              {paragraphs.map((paragraph) => (
                <p key={paragraph}>{paragraph}</p>
              ))}
            </div>
            {picture && <Picture picture={picture} sizes="(width >= 64rem) 50vw, 100vw" className="tale__photo" />}
          </section>
        ))}
      </div>
      <section className="section wide" aria-label="Shop">
        <div className="tiles tiles--two">
          {tiles.map(({ title, button, href, picture }) => (
            <Tile
              key={href}
              to={href}
              title={title}
              heading="h2"
              words={button}
              picture={<Picture picture={picture} sizes="(width >= 64rem) 50vw, 50vw" className="scene__photo" />}
            />
          ))}
        </div>
      </section>
    </main>
  );
}
