import articleFirst from "virtual:sheets/article.first.css?url";
import articleLater from "virtual:sheets/article.later.css?url";
import bagFirst from "virtual:sheets/bag.first.css?url";
import bagLater from "virtual:sheets/bag.later.css?url";
import checkoutFirst from "virtual:sheets/checkout.first.css?url";
import checkoutLater from "virtual:sheets/checkout.later.css?url";
import homeFirst from "virtual:sheets/home.first.css?url";
import homeLater from "virtual:sheets/home.later.css?url";
import listingFirst from "virtual:sheets/listing.first.css?url";
import listingLater from "virtual:sheets/listing.later.css?url";
import productFirst from "virtual:sheets/product.first.css?url";
import productLater from "virtual:sheets/product.later.css?url";
import whole from "~/styles.css?url";
import type { Sheets } from "~/rendering/loading-order";

const SHEETS: Record<string, Sheets> = {
  "shop/home/home.page": { first: homeFirst, later: homeLater },
  "shop/catalog/listing/listing.page": { first: listingFirst, later: listingLater },
  "shop/catalog/product-page/product.page": { first: productFirst, later: productLater },
  "shop/blog/post.page": { first: articleFirst, later: articleLater },
  "shop/bag/bag.page": { first: bagFirst, later: bagLater },
  "shop/checkout/checkout.page": { first: checkoutFirst, later: checkoutLater },
};

/** The style sheets of a document by the id of its page's route; that of any other page is everything. */
export const sheetsOf = (route = ""): Sheets => SHEETS[route] ?? { first: whole };
