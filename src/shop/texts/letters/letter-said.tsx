import { createElement, Fragment, type ReactNode } from "react";
import { Paragraph, Small } from "~/shop/letter";

interface Props {
  /** Texts and links of each paragraph. */
  paragraphs: ReactNode[][];
  isSmall?: boolean;
}

/** Words of a letter by their paragraphs, never parsed as markup. */
export function Said({ paragraphs, isSmall = false }: Props) {
  const Words = isSmall ? Small : Paragraph;
  return paragraphs.map((parts, place) => <Words key={place}>{createElement(Fragment, null, ...parts)}</Words>);
}
