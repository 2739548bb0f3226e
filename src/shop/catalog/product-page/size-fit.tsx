import { useId } from "react";
import type { PageTexts } from "~/shop/texts/page-texts";
import { FitBar } from "~/shop/reviews/fit-bar";
import type { ReviewSummary } from "~/shop/reviews/review";

interface SizeFitProps {
  texts: PageTexts<"home">["sizeFit"];
  fit: ReviewSummary["fit"];
}

/** How the range is cut, and what riders say about it. */
export function SizeFit({ texts: { heading, text, summary, points }, fit }: SizeFitProps) {
  const id = useId();
  return (
    <section className="section wide fit" aria-labelledby={id}>
      <div>
        <h2 id={id}>{heading}</h2>
        <p className="fit__text">{text}</p>
      </div>
      <div>
        <p className="fit__summary">{summary}</p>
        {fit && <FitBar fit={fit} />}
        <ul className="ticks fit__points">
          {points.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
      </div>
    </section>
  );
}
