import { useId } from "react";
import { EndOfColumn } from "~/ui/below-fold";
import type { PageTexts } from "~/shop/texts/page-texts";

export type SizeFitTexts = PageTexts<"productPage">["sizeFit"];

/** Id of the choice of a size, to which the summary leads. */
export const SIZES = "sizes";

interface SizeAdviceProps {
  texts: SizeFitTexts;
  /** The product's fit, such as "True to size". */
  fit: string;
}

/** The product's fit, below the sizes, and advice on the cut and the sizes, which opens. */
export function SizeAdvice({ texts: { heading, text, points }, fit }: SizeAdviceProps) {
  return (
    <details className="advice">
      <summary className="acc__head advice__head">
        {heading}
        <span className="advice__fit">{fit}</span>
      </summary>
      <EndOfColumn>
        <p>{text}</p>
        <ul className="bullets advice__points">
          {points.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
      </EndOfColumn>
    </details>
  );
}

/** One line about size and fit, which leads back to the sizes. */
export function SizeFit({ texts: { heading, summary } }: { texts: SizeFitTexts }) {
  const id = useId();
  return (
    <section className="section wide fitline" aria-labelledby={id}>
      <h2 id={id}>{heading}</h2>
      <p>
        {summary}{" "}
        <a className="text-link" href={`#${SIZES}`}>
          To the sizes
        </a>
      </p>
    </section>
  );
}
