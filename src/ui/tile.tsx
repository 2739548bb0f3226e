import type { CSSProperties, ReactNode } from "react";
import { Link } from "react-router";
import { GoLabel } from "./go-link";
import { signWidth } from "./sign-width";

interface TileProps {
  to: string;
  /** Title; scaled to fill the tile's width. */
  title: string;
  heading?: "h2" | "h3";
  text?: string;
  /** Text of the link, followed by an arrow. */
  words: string;
  /** Picture that fills the tile: a photograph (`scene__photo`) or a cut-out (`scene__cut`). */
  picture: ReactNode;
}

/** Minimum width in ems that a title counts as, so that short titles are not enlarged beyond their tile. */
const NARROWEST = 1.5;

/** Link to a page, with a picture and a title. */
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
