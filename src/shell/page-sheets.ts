import articleFirst from "virtual:sheets/article.first.css?inline";
import articleLater from "virtual:sheets/article.later.css?url";
import bagFirst from "virtual:sheets/bag.first.css?inline";
import bagLater from "virtual:sheets/bag.later.css?url";
import checkoutFirst from "virtual:sheets/checkout.first.css?inline";
import checkoutLater from "virtual:sheets/checkout.later.css?url";
import homeFirst from "virtual:sheets/home.first.css?inline";
import homeLater from "virtual:sheets/home.later.css?url";
import listingFirst from "virtual:sheets/listing.first.css?inline";
import listingLater from "virtual:sheets/listing.later.css?url";
import productFirst from "virtual:sheets/product.first.css?inline";
import productLater from "virtual:sheets/product.later.css?url";
import { byName } from "~/platform/by-name";
import whole from "~/styles.css?url";
import type { Sheets } from "~/rendering/loading-order";

const SHEETS = byName<Sheets>({
  "shop/home/home.page": { styles: homeFirst, later: homeLater },
  "shop/catalog/listing/listing.page": { styles: listingFirst, later: listingLater },
  "shop/catalog/product-page/product.page": { styles: productFirst, later: productLater },
  "shop/blog/post.page": { styles: articleFirst, later: articleLater },
  "shop/bag/bag.page": { styles: bagFirst, later: bagLater },
  "shop/checkout/checkout.page": { styles: checkoutFirst, later: checkoutLater },
});

/** Style sheets of a document by its route's id; other routes get the whole style sheet. */
export const sheetsOf = (route = ""): Sheets => SHEETS[route] ?? { href: whole };
