import { Paragraph } from "./letter";

/** Words as they were typed, line by line: never read as markup. */
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
