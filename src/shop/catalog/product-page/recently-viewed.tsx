import { useEffect, useId } from "react";
import { useStored } from "~/platform/browser-storage";
import { Picture } from "~/ui/picture";
import { SectionHead } from "~/ui/section-head";
import { ProductLink } from "../cards/product-link";
import { productAddress } from "../product";
import { picturesOf, type ProductDetail } from "./product-detail";
import { viewedStore, withViewed } from "./recently-viewed-store";

/** Stores this product as viewed, and shows the products viewed before it. */
export function RecentlyViewed({ title, product }: { title: string; product: ProductDetail }) {
  const { id, name } = product;
  const picture = picturesOf(product, product.colors[0]?.name)[0] ?? null;
  const heading = useId();
  const others = useStored(viewedStore).filter((viewed) => viewed.id !== id);
  useEffect(() => {
    viewedStore.tidy();
    viewedStore.change((list) => withViewed(list, { id, name, picture }));
  }, [id, name, picture]);

  if (others.length === 0) return null;
  return (
    <section className="section wide" aria-labelledby={heading}>
      <SectionHead id={heading} title={title} voice="quiet" />
      <ul className="viewed">
        {others.map((viewed) => (
          <li key={viewed.id}>
            <ProductLink to={productAddress(viewed)}>
              <span className="plate">
                <Picture picture={viewed.picture} alt="" sizes="(width >= 900px) 14vw, 30vw" />
              </span>
              {viewed.name}
            </ProductLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
