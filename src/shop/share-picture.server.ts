import type { Sealer } from "~/platform/sealing.server";
import { SHARE_SIZE, type SharePicture } from "./head";
import { type Cents, formatCents } from "./money";
import type { Picture } from "./picture";
import type { Settings } from "./settings";

/** Texts on a picture in a link preview. */
export interface ShareTexts {
  shopName: string;
  title: string;
  /** Price and regular price as shown; empty without a price, and while not on sale. */
  price: string;
  was: string;
}

interface Shared {
  title: string;
  picture: Picture | null | undefined;
  /** Prices in cents. */
  price?: { now: Cents; was: Cents | null; isFrom: boolean };
}

interface Signing {
  address: string;
  sealer: Sealer;
  settings(): Pick<Settings, "shopName">;
}

const PURPOSE = "share picture";
/** Number of the drawing's look; another look needs other addresses, because pictures are cached for good. */
const LOOK = 1;
/** Maximum length of a title in an address, in characters; the picture has room for fewer. */
const TITLE_LENGTH = 120;

/**
 * Picture of a page in link previews: its picture on the plate with its title, its price and the shop's mark. Its address contains
 * all that is drawn, so that a new price has a new address, and a signature, so that only pictures of the shop's pages are drawn.
 */
export function sharePicture(shop: Signing, { title, picture, price }: Shared): SharePicture | null {
  if (!picture) return null;
  const { shopName } = shop.settings();
  // The mark says the shop's name.
  const words = [...title.replace(` | ${shopName}`, "")].slice(0, TITLE_LENGTH).join("");
  const now = price ? `${price.isFrom ? "from " : ""}${formatCents(price.now)}` : "";
  const was = price?.was ? formatCents(price.was) : "";
  const texts = Buffer.from(JSON.stringify([LOOK, shopName, words, now, was])).toString("base64url");
  const path = `${picture.hash}/share/${texts}`;
  return {
    address: `${shop.address}/pictures/${path}.${shop.sealer.sign(PURPOSE, path)}.jpg`,
    ...SHARE_SIZE,
    alt: picture.alt || title,
  } as SharePicture;
}

/** Texts of a share picture by the last segment of its address; undefined if the shop did not sign it for this picture and look. */
export function shareTextsIn(sealer: Sealer, hash: string, file: string): ShareTexts | undefined {
  const [, texts = "", signature = ""] = /^([\w-]+)\.([\w-]+)\.jpg$/.exec(file) ?? [];
  if (!sealer.isSigned(PURPOSE, `${hash}/share/${texts}`, signature)) return undefined;
  const [look, shopName, title, price, was] = JSON.parse(Buffer.from(texts, "base64url").toString()) as [
    number,
    string,
    string,
    string,
    string,
  ];
  return look === LOOK ? { shopName, title, price, was } : undefined;
}
