import { Letter, LetterHead, LetterRow, Paragraph } from "~/shop/letter";
import type { Settings } from "~/shop/settings";

/** A variant that is low as the letter names it. */
export interface LowVariant {
  name: string;
  left: number;
}

interface Props {
  /** The first of them. */
  variants: LowVariant[];
  /** How many there are. */
  count: number;
  settings: Settings;
  /** Where the shop is reached, without a slash at the end. */
  address: string;
}

export const lowStockSubject = (count: number): string =>
  count === 1 ? "One thing is running low" : `${count.toLocaleString("en-US")} things are running low`;

/** The letter that the shop's own address gets in the morning while something is low. */
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
