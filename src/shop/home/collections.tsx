import { Link } from "react-router";
import { GoLabel, GoLink } from "~/ui/go-link";
import { Picture } from "~/ui/picture";
import { SectionHead } from "~/ui/section-head";
import type { HomeSection, PictureSection } from "./home-section";

type CollectionsProps = Extract<HomeSection, { kind: "collections" }>;

/** Tiles of the merchant's trending collections; the first is large. */
export function TrendingCollections({ title, mile, collections }: CollectionsProps) {
  if (collections.length === 0) return null;
  return (
    <section className="section wide" aria-labelledby="collections">
      <SectionHead id="collections" title={title} mile={mile} />
      <div className="colls">
        {collections.map((collection, index) => (
          <Link className="coll coll--poster scene scene--bare" key={collection.id} to={collection.href}>
            <Picture
              picture={collection.picture}
              sizes={index === 0 ? "(width >= 56.25rem) 67vw, 100vw" : "(width >= 56.25rem) 34vw, 100vw"}
              alt=""
              className="scene__photo"
            />
            <div className="coll__t">
              <h3>{collection.title}</h3>
              <p>{collection.text}</p>
              <GoLabel>{collection.button}</GoLabel>
            </div>
          </Link>
        ))}
      </div>
    </section>
  );
}

/** A picture with a link over it (`banner`), or with a text and a link beside it (`story`). */
export function PictureWithWords({ kind, id, title, mile, text, button, href, picture }: PictureSection) {
  const photo = <Picture picture={picture} sizes="(width >= 56.25rem) 67vw, 100vw" className="scene__photo" />;
  return (
    <section className="section wide" aria-labelledby={id}>
      <SectionHead id={id} title={title} mile={mile} />
      <div className="colls">
        {kind === "banner" ? (
          <Link className="coll scene" to={href} style={{ gridColumn: "1 / -1" }}>
            {photo}
            <div className="coll__t">
              <GoLabel>{button}</GoLabel>
            </div>
          </Link>
        ) : (
          <>
            <div className="coll scene">{photo}</div>
            <div style={{ gridRow: "1 / 3", gridColumn: "-2 / -1", alignSelf: "center" }}>
              <p>{text}</p>
              {href && <GoLink to={href}>{button}</GoLink>}
            </div>
          </>
        )}
      </div>
    </section>
  );
}
