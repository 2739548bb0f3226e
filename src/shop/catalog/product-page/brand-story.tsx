import { useId } from "react";
import type { PageTexts } from "~/shop/texts/page-texts";

/** The brand's story: a heading, a text and numbered points. */
export function BrandStory({ texts: { heading, text, bullets } }: { texts: PageTexts<"productPage">["brandStory"] }) {
  const id = useId();
  return (
    <section className="story topo" aria-labelledby={id}>
      <div className="wide story__in">
        <div className="story__head">
          <h2 id={id}>
            {heading.split(/(?<=\.) /).map((line) => (
              <span key={line}>{line} </span>
            ))}
          </h2>
          <p>{text}</p>
        </div>
        <ol>
          {bullets.map((bullet) => (
            <li key={bullet.title}>
              <h3>{bullet.title}</h3>
              <p>{bullet.text}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
