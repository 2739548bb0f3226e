import type { Collection } from "~/shop/catalog/collections";
import type { Menus, PageTexts } from "~/shop/texts/page-texts";
import type { Picture } from "~/shop/picture";
import type { Settings } from "~/shop/settings";

/** Data of the frame around every page; equal for all visitors. */
export interface FrameFacts {
  menus: Menus;
  /** Number of products in each collection. */
  counts: Record<Collection, number>;
  banners: { label: string; href: string }[];
  footer: PageTexts<"footer">;
  /** Texts of the splash, which only home has. */
  splash?: PageTexts<"home">["splash"];
  /** Words in an empty search box. */
  searchExample: string;
  /** Titles of listings that a member changed. */
  titles?: Partial<Record<Collection, string>>;
  popUp: PageTexts<"newsletterPopup"> & { picture: Picture | null };
  settings: Pick<
    Settings,
    "shopName" | "deliveryFee" | "freeDeliveryFrom" | "heldPieces" | "popUpDelay" | "popUpPauseDays" | "social"
  >;
}
