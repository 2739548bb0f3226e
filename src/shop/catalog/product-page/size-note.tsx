import { Icon } from "~/ui/icon";
import { variantOf } from "../choice/choice";
import { leftWords } from "../low-stock-words";
import { ALL_SIZES, shownColor, type Choice } from "../product";
import type { ProductDetail } from "./product-detail";

interface SizeNoteProps {
  product: ProductDetail;
  choice: Choice;
  /** Advice on sizes, by the product's fit. */
  fitNote: string;
  /** Stock up to which the note is "Only N left". */
  lowMark: number;
}

/** Note below the sizes: advice by the product's fit, or "Only N left" or "Sold out" for the chosen variant. */
export function SizeNote({ product, choice, fitNote, lowMark }: SizeNoteProps) {
  const { stock } = variantOf(product, choice) ?? { stock: null };
  const isLow = stock !== null && stock <= lowMark;
  const words = isLow ? lowWords(stock, choice) : fitNote;
  return (
    <p className={isLow ? "pick__note low" : "pick__note"} role="status">
      {words && <Icon name={isLow ? "alert" : "check"} size="small" />}
      {words}
    </p>
  );
}

function lowWords(stock: number, { color, size }: Choice): string {
  const chosen = [color && shownColor(color), size !== ALL_SIZES && size].filter(Boolean).join(", ");
  return `${leftWords(stock)}${chosen && ` in ${chosen}`}`;
}
