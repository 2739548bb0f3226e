import { Link } from "react-router";
import { GoLabel } from "~/ui/go-link";
import { Picture } from "~/ui/picture";
import { SectionHead } from "~/ui/section-head";
import type { Picture as StoredPicture } from "~/shop/picture";

interface CollectionsProps {
  title: string;
  mile: number;
  collections: {
    id: string;
    title: string;
    text: string;
    button: string;
    href: string;
    picture: StoredPicture | null;
  }[];
}

/** Three collections of the season, the first in a large tile. */
export function TrendingCollections({ title, mile, collections }: CollectionsProps) {
  if (collections.length === 0) return null;
  return (
    <section className="section wide" aria-labelledby="collections">
      <SectionHead id="collections" title={title} mile={mile} />
      <div className="colls">
        {collections.map((collection, index) => (
          <Link className="coll scene" key={collection.id} to={collection.href}>
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
