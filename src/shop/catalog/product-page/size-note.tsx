import { Icon } from "~/ui/icon";
import { variantOf } from "../choice/choice";
import { ALL_SIZES, shownColor, sizesOf, type Choice } from "../product";
import { fitNote } from "./product-facts";
import type { ProductDetail } from "./product-detail";

interface SizeNoteProps {
  product: ProductDetail;
  choice: Choice;
  /** Stock up to which the note says "Only N left". */
  lowMark: number;
}

/** The line under the sizes: the fit note, or for a scarce variant "Only N left" or "Sold out". */
export function SizeNote({ product, choice, lowMark }: SizeNoteProps) {
  const { stock } = variantOf(product, choice) ?? { stock: null };
  const isLow = stock !== null && stock <= lowMark;
  const words = isLow ? leftWords(stock, choice) : fitWords(product);
  return (
    <p className={isLow ? "pick__note low" : "pick__note"} role="status">
      {words && <Icon name={isLow ? "alert" : "check"} size="small" />}
      {words}
    </p>
  );
}

function leftWords(stock: number, { color, size }: Choice): string {
  const chosen = [color && shownColor(color), size !== ALL_SIZES && size].filter(Boolean).join(", ");
  return `${stock === 0 ? "Sold out" : `Only ${stock} left`}${chosen && ` in ${chosen}`}`;
}

/** Fit note of a product; empty for one size. */
const fitWords = (product: ProductDetail): string =>
  sizesOf(product).some((size) => size !== ALL_SIZES) ? fitNote(product.fit) : "";
