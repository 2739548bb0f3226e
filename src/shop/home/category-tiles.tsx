import { Picture } from "~/ui/picture";
import { SectionHead } from "~/ui/section-head";
import { Tile } from "~/ui/tile";
import type { HomeSection } from "./home-section";

type CategoryTilesProps = Extract<HomeSection, { kind: "categories" }>;

/** Tiles of the top-level categories, with their names in large letters. */
export function CategoryTiles({ title: heading, mile, tiles }: CategoryTilesProps) {
  return (
    <section className="section wide" aria-labelledby="categories">
      <SectionHead id="categories" title={heading} mile={mile} voice="quiet" />
      <div className="tiles">
        {tiles.map(({ title, text, button, href, picture }) => (
          <Tile
            key={href}
            to={href}
            title={title}
            text={text}
            words={button}
            picture={<Picture picture={picture} sizes="(width >= 64rem) 25vw, 50vw" alt="" className="scene__photo" />}
          />
        ))}
      </div>
    </section>
  );
}
