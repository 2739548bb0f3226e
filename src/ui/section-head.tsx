import type { ReactNode } from "react";

interface SectionHeadProps {
  /** Id of the heading, for the section's `aria-labelledby`. */
  id: string;
  title: ReactNode;
  heading?: "h1" | "h2" | "h3";
  /** Number of the section, shown on a mile marker. */
  mile?: number;
  /**
   * Size of the heading: "loud" for a whole section, "middle" for a carousel, "quiet" is small, "beside" is small and placed at
   * the left.
   */
  voice?: "loud" | "middle" | "quiet" | "beside";
  /** Content at the right: a sentence, a link, or a carousel's buttons. */
  aside?: ReactNode;
}

/** Heading of a section, with a line above it. */
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

/** Decoration: a mile marker with the section's number. */
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
