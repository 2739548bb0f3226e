import type { Picture } from "~/shop/picture";
import type { Product } from "../product";
import type { productFields, Public } from "../product-fields";

type Shown = (Public<typeof productFields, "page"> & keyof Product) | "category" | "reviews" | "variants";

/** A product with pictures, limited to the fields that its page shows. */
export type ProductDetail = Pick<Product, Shown> & {
  colors: { name: string; swatch: string | null; pictures: Picture[] }[];
  /** Pictures of a product without colors. */
  pictures: Picture[];
  sizeChart: Picture | null;
};

/** Pictures of the chosen color, or of a product without colors. */
export const picturesOf = ({ colors, pictures }: ProductDetail, color: string | undefined): Picture[] =>
  colors.length === 0 ? pictures : (colors.find(({ name }) => name === color)?.pictures ?? []);
