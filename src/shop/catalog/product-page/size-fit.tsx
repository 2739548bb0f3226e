import { useId, type ReactNode } from "react";
import type { PageTexts } from "~/shop/texts/page-texts";

interface SizeFitProps {
  texts: PageTexts<"productPage">["sizeFit"];
  /** Answers of riders about the fit. */
  children: ReactNode;
}

/** Text about the cut, followed by riders' answers. */
export function SizeFit({ texts: { heading, text, summary, points }, children }: SizeFitProps) {
  const id = useId();
  return (
    <section className="section wide fit" aria-labelledby={id}>
      <div>
        <h2 id={id}>{heading}</h2>
        <p className="fit__text">{text}</p>
      </div>
      <div>
        <p className="fit__summary">{summary}</p>
        {children}
        <ul className="bullets fit__points">
          {points.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
      </div>
    </section>
  );
}
