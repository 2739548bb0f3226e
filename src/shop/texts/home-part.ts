import { z } from "zod";

const Text = z.string();
/** Fields of every section: its position among the others, and its state. */
const common = { place: Text, state: z.enum(["shown", "hidden", "removed"]) };
const head = { mile: Text.optional(), heading: Text };
const Tile = z.object({ title: Text, text: Text, button: Text, href: Text, productId: Text });
const Reason = z.object({ icon: Text, title: Text, text: Text, href: Text });

/** A section of the home page. Pictures are paths of stored pictures. */
export const HomePart = z.discriminatedUnion("kind", [
  z.object({
    ...common,
    kind: z.literal("hero"),
    kicker: Text,
    title: Text,
    highlight: Text,
    /** Address to which the lettering leads; empty for none. */
    href: Text.default(""),
    text: Text,
    buttons: z.object({ label: Text, href: Text }).array(),
    /** Pictures for windows from 1024 px, and for smaller ones. */
    wide: Text,
    tall: Text,
  }),
  z.object({ ...common, kind: z.literal("partners"), heading: Text }),
  z.object({ ...common, ...head, kind: z.literal("bestSellers"), text: Text.optional(), link: Text.optional() }),
  z.object({ ...common, ...head, kind: z.literal("categories"), tiles: Tile.array() }),
  z.object({ ...common, ...head, kind: z.literal("videos"), text: Text.optional() }),
  z.object({ ...common, ...head, kind: z.literal("testimonials"), text: Text.optional() }),
  z.object({ ...common, ...head, kind: z.literal("collections") }),
  z.object({ ...common, ...head, kind: z.literal("social"), text: Text.optional() }),
  z.object({ ...common, kind: z.literal("benefits"), items: Reason.array() }),
  z.object({ ...common, ...head, kind: z.literal("products"), text: Text, from: Text, products: Text, button: Text }),
  z.object({ ...common, ...head, kind: z.literal("story"), text: Text, picture: Text, button: Text, href: Text }),
  z.object({ ...common, ...head, kind: z.literal("banner"), picture: Text, button: Text, href: Text }),
  z.object({ ...common, ...head, kind: z.literal("quote"), quote: Text, name: Text, location: Text }),
  z.object({ ...common, ...head, kind: z.literal("questions"), group: Text }),
  z.object({ ...common, ...head, kind: z.literal("events") }),
]);
export type HomePart = z.infer<typeof HomePart>;
