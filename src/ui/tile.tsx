import type { CSSProperties, ReactNode } from "react";
import { Link } from "react-router";
import { GoLabel } from "./go-link";
import { signWidth } from "./sign-width";

interface TileProps {
  to: string;
  /** Scaled to fill the tile. */
  title: string;
  heading?: "h2" | "h3";
  text?: string;
  /** Label of the link, with an arrow. */
  words: string;
  /** Photograph (`scene__photo`) or cut-out (`scene__cut`) that fills the tile. */
  picture: ReactNode;
}

/** Short names do not grow out of their tile: a title counts as at least this wide, in ems. */
const NARROWEST = 1.5;

/** A photograph with a title, as a link. */
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
