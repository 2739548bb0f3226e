import { useId, type ReactNode } from "react";
import type { PageTexts } from "~/shop/texts/page-texts";

interface SizeFitProps {
  texts: PageTexts<"home">["sizeFit"];
  /** Riders' answers about the fit. */
  children: ReactNode;
}

/** How the range is cut, and what riders say about that. */
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
        <ul className="ticks fit__points">
          {points.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
      </div>
    </section>
  );
}
