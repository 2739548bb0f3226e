import type { Collection } from "~/shop/catalog/collections";
import type { Menus, PageTexts } from "~/shop/texts/page-texts";
import type { Picture } from "~/shop/picture";
import type { BagTerms } from "~/shop/delivery-fee";
import type { Settings } from "~/shop/settings";
import type { FrameData } from "~/shop/frame-data";

/** Data of the frame around every page; the same for all visitors. */
export interface FrameContent extends FrameData {
  menus: Menus;
  /** Number of products in each collection. */
  counts: Record<Collection, number>;
  banners: { label: string; href: string }[];
  footer: PageTexts<"footer">;
  /** Texts of the splash, which only the home page has. */
  splash?: PageTexts<"home">["splash"];
  /** Placeholder of the search field. */
  searchExample: string;
  /** Titles of listings that a member has changed. */
  titles?: Partial<Record<Collection, string>>;
  popUp: PageTexts<"newsletterPopup"> & { picture: Picture | null };
  settings: BagTerms & Pick<Settings, "shopName" | "heldPieces" | "popUpDelay" | "popUpPauseDays" | "social">;
}
