/** Names of the acts on many goods, in the order of the list of acts; the first is chosen until a member chooses another. */
export const actNames = {
  publish: "Put on the shop",
  draft: "Take off the shop, as drafts",
  archive: "Put away",
  category: "Change the category",
  kind: "Change the tax kind",
  kinds: "Choose the tax kinds by category",
  guide: "Change the size guide",
  marks: "Mark as new, best seller, final sale",
  "goes-with": "Choose what they go with",
} as const;

/** An act on many goods at once; `none` while no act is chosen. */
export type ManyAct = keyof typeof actNames | "none";

/** Acts in the order of the list of acts. */
export const manyActs = Object.keys(actNames) as (keyof typeof actNames)[];

/** Parses the name of an act; undefined for other texts. */
export const manyActIn = (text: string | undefined): Exclude<ManyAct, "none"> | undefined =>
  manyActs.find((act) => act === text);
