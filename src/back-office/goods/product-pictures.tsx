import { Plate } from "../ui/plate";
import { Section } from "../ui/section";
import type { ProductScreen } from "./product-screen.server";

/** The pictures of each color; the first one stands on the listing. */
export const ProductPictures = ({ screen: { pictures } }: { screen: ProductScreen }) => (
  <div id="pictures">
    <Section title="Pictures" note="The first of each color stands on the listing">
      {pictures.length === 0 && <p className="dust">There are no pictures yet.</p>}
      {pictures.map(({ color, hashes }) => (
        <div key={color} className="product-plates">
          {color && <h3>{color}</h3>}
          <p>
            {hashes.map((hash) => (
              <Plate key={hash} hash={hash} />
            ))}
          </p>
        </div>
      ))}
    </Section>
  </div>
);
