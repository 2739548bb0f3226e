import type { Card } from "~/shop/catalog/product";
import type { SocialPost } from "~/shop/community/film";
import type { Reel } from "~/shop/community/reel";
import type { Picture } from "~/shop/picture";

interface Headed {
  id: string;
  title: string;
  mile: number;
}

/** A shopper's testimonial about the shop. */
export interface Testimonial {
  id: string;
  quote: string;
  name: string;
  /** Age in years; null if unknown. */
  age: number | null;
  location: string;
  avatar: Picture | null;
}

/** The hero: a photograph in two crops, with texts. */
export interface HeroSection {
  kind: "hero";
  id: string;
  texts: {
    kicker: string;
    title: string;
    highlight: string;
    /** Address to which the lettering leads; empty for none. */
    href: string;
    text: string;
    buttons: { label: string; href: string }[];
  };
  /** Photograph for screens from 1024 px; narrower screens show `tall`. */
  wide: Picture | null;
  tall: Picture | null;
}

/** A row of products; it has tabs if `categories` is set. */
export interface ProductsSection extends Headed {
  kind: "products";
  text?: string | undefined;
  /** Label and URL of the link to all products. */
  words: string;
  all: string;
  categories?: { key: string; name: string }[];
  chosen?: string | undefined;
  cards: Card[];
}

/** A picture with a link over it (`banner`), or with a text and a link beside it (`story`). */
export interface PictureSection extends Headed {
  kind: "banner" | "story";
  text?: string;
  button: string;
  href: string;
  picture: Picture | null;
}

/** A section of the home page as the page renders it. Text sections that look the same have one kind here. */
export type HomeSection =
  | HeroSection
  | ProductsSection
  | PictureSection
  | { kind: "partners"; id: string; title: string; partners: { id: string; name: string; logo: Picture | null }[] }
  | (Headed & {
      kind: "categories";
      tiles: { title: string; text: string; button: string; href: string; picture: Picture | null }[];
    })
  | (Headed & { kind: "films"; text?: string | undefined; reels: Reel[] })
  | (Headed & { kind: "posts"; text?: string | undefined; posts: SocialPost[] })
  | (Headed & { kind: "quotes"; text?: string | undefined; testimonials: Testimonial[] })
  | (Headed & {
      kind: "collections";
      collections: {
        id: string;
        title: string;
        text: string;
        button: string;
        href: string;
        picture: Picture | null;
      }[];
    })
  | {
      kind: "benefits";
      id: string;
      title?: string;
      mile?: number;
      items: { icon: string; title: string; text: string; href: string }[];
    };
