import { createElement, Fragment, type ReactNode } from "react";
import { Paragraph, Small } from "~/shop/letter";

interface Props {
  /** Text nodes and links of each paragraph. */
  paragraphs: ReactNode[][];
  isSmall?: boolean;
}

/** Paragraphs of a letter's text, never parsed as markup. */
export function Said({ paragraphs, isSmall = false }: Props) {
  const Words = isSmall ? Small : Paragraph;
  return paragraphs.map((parts, place) => <Words key={place}>{createElement(Fragment, null, ...parts)}</Words>);
}
