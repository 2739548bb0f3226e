import type { CSSProperties, ReactNode } from "react";
import { Link } from "react-router";
import { GoLabel } from "./go-link";
import { signWidth } from "./sign-width";

interface TileProps {
  to: string;
  /** Set so that it fills the tile. */
  title: string;
  heading?: "h2" | "h3";
  text?: string;
  /** The words of the link, with an arrow. */
  words: string;
  /** A photograph that fills the tile (`scene__photo`) or a cut-out (`scene__cut`). */
  picture: ReactNode;
}

/** Short names do not grow out of their tile: a title counts as at least this wide, in ems. */
const NARROWEST = 1.5;

/** A photograph with a name on it that leads somewhere. */
export function Tile({ to, title, heading: Heading = "h3", text, words, picture }: TileProps) {
  const width = { "--em": Math.max(signWidth(title), NARROWEST).toFixed(2) } as CSSProperties;
  return (
    <Link className="tile scene" to={to}>
      {picture}
      <div className="tile__t">
        <Heading style={width}>{title}</Heading>
        {text && <p>{text}</p>}
        <GoLabel>{words}</GoLabel>
      </div>
    </Link>
  );
}
