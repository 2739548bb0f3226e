import { Letter, LetterHead, LetterRow, Paragraph } from "~/shop/letter";
import type { Settings } from "~/shop/settings";

/** A variant with low stock, as the letter lists it. */
export interface LowVariant {
  name: string;
  left: number;
}

interface Props {
  /** Variants that the letter lists. */
  variants: LowVariant[];
  /** Number of all low variants. */
  count: number;
  settings: Settings;
  /** Address of the shop, without a trailing slash. */
  address: string;
}

export const lowStockSubject = (count: number): string =>
  count === 1 ? "One thing is running low" : `${count.toLocaleString("en-US")} things are running low`;

/** Letter about low stock, sent to the shop's own address in the morning. */
export function LowStock({ variants, count, settings, address }: Props) {
  return (
    <Letter preview={lowStockSubject(count)} settings={settings} address={address} isInternal>
      <LetterHead>{lowStockSubject(count)}</LetterHead>
      <Paragraph>The fewest first. Each is at its low mark or below.</Paragraph>
      {variants.map(({ name, left }) => (
        <LetterRow key={name} left={name} right={left === 0 ? "Sold out" : `${left} left`} />
      ))}
      {count > variants.length && (
        <Paragraph>{`And ${(count - variants.length).toLocaleString("en-US")} more.`}</Paragraph>
      )}
    </Letter>
  );
}
