import type { Content } from "./content-schema";

/**
 * Alternative texts of pictures, by file. Those of products are made of name, color and view, and those of logos are the
 * partners' names; texts in `alternative-texts.json` replace them.
 */
export function alternativeTexts(content: Omit<Content, "files">): Map<string, string> {
  const texts = new Map<string, string>();
  for (const { name, images, colorImages } of content["catalog.json"].products) {
    for (const file of images) texts.set(file, `${name}${viewOf(file)}`);
    for (const [color, files] of Object.entries(colorImages))
      for (const file of files) texts.set(file, `${name} in ${color}${viewOf(file)}`);
  }
  for (const { logo, name } of partnersOf(content["pages.json"])) texts.set(logo, name);
  for (const [file, words] of Object.entries(content["alternative-texts.json"])) texts.set(file, words);
  return texts;
}

/** View in a picture's file name: `…/black-front.webp` gives ", front". */
function viewOf(file: string): string {
  const view = /-(front|back|detail)\.\w+$/.exec(file)?.[1];
  return view ? `, ${view}` : "";
}

function partnersOf({ partners }: Record<string, unknown>): { logo: string; name: string }[] {
  if (!Array.isArray(partners)) return [];
  return partners.flatMap((partner: { logo?: unknown; name?: unknown }) =>
    typeof partner.logo === "string" && typeof partner.name === "string"
      ? [{ logo: partner.logo, name: partner.name }]
      : [],
  );
}
