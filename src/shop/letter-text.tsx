import { Paragraph } from "./letter";

/** Typed text in a letter, with its line breaks; never parsed as markup. */
export function LetterWords({ text }: { text: string }) {
  return text.split(/\n{2,}/).map((paragraph, place) => (
    <Paragraph key={place}>
      {paragraph.split("\n").map((line, row) => (
        <span key={row}>
          {row > 0 && <br />}
          {line}
        </span>
      ))}
    </Paragraph>
  ));
}
