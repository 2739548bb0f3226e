import type { ReactNode } from "react";

interface SectionHeadProps {
  /** For the section's `aria-labelledby`. */
  id: string;
  title: ReactNode;
  heading?: "h1" | "h2" | "h3";
  /** A number on a mile marker that hangs from the hairline. */
  mile?: number;
  /** Loud fills the page, middle heads a carousel, quiet leaves the word to what follows; beside, too, and stands at its left. */
  voice?: "loud" | "middle" | "quiet" | "beside";
  /** At the right: a sentence, a link, the buttons of a carousel. */
  aside?: ReactNode;
}

/** A section's head under its hairline. */
export function SectionHead({ id, title, heading: Heading = "h2", mile, voice = "loud", aside }: SectionHeadProps) {
  const tone = voice === "beside" ? "sec--quiet sec--beside" : voice !== "loud" && `sec--${voice}`;
  const classes = ["sec", tone, mile === undefined && "sec--bare"];
  return (
    <div className={classes.filter(Boolean).join(" ")}>
      {mile !== undefined && <MileMarker number={mile} />}
      <div className="sec__t">
        <Heading id={id}>{title}</Heading>
        {aside && <div className="sec__side">{aside}</div>}
      </div>
    </div>
  );
}

/** Decoration: the number of the section, figures stacked as along the road. */
function MileMarker({ number }: { number: number }) {
  return (
    <span className="mile" aria-hidden="true">
      <small>MILE</small>
      {[...String(number).padStart(2, "0")].map((figure, i) => (
        <b key={i}>{figure}</b>
      ))}
    </span>
  );
}
