import type { ReactNode } from "react";

interface SectionHeadProps {
  /** Id for the section's `aria-labelledby`. */
  id: string;
  title: ReactNode;
  heading?: "h1" | "h2" | "h3";
  /** Number on a mile marker at the upper line. */
  mile?: number;
  /** Size: loud fills the page, middle heads a carousel, quiet is small; beside is quiet, at the left. */
  voice?: "loud" | "middle" | "quiet" | "beside";
  /** Content at the right: a sentence, a link, a carousel's buttons. */
  aside?: ReactNode;
}

/** Head of a section, with a line above it. */
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

/** Decoration: number of the section on a mile marker. */
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
