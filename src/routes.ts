import { index, route, type RouteConfig } from "@react-router/dev/routes";

/** All addresses of the shop: those of the requirements in their order (R-2.1-01 to R-2.1-17), then further ones. */
export default [
  index("shop/home/home.page.tsx"),
  route("about", "shop/information/about.page.tsx"),
  route("contact", "shop/contact/contact.page.tsx"),
  route("return-or-exchange", "shop/returns/returns.page.tsx"),
  route("shop/:gender", "shop/catalog/listing/listing.page.tsx"),
  route("product/:productNameId", "shop/catalog/product-page/product.page.tsx"),
  route("cart", "shop/bag/bag.page.tsx"),
  route("checkout", "shop/checkout/checkout.page.tsx"),
  route("success", "shop/orders/confirmation/thank-you.page.tsx"),
  route("faqs", "shop/information/faqs.page.tsx"),
  route("terms-&-conditions", "shop/information/policy.page.tsx", { id: "terms" }),
  route("privacy-policy", "shop/information/policy.page.tsx", { id: "privacy" }),
  route("return-policy", "shop/information/policy.page.tsx", { id: "returns" }),
  route("wishlist", "shop/wishlist/wishlist.page.tsx"),
  route("blogs", "shop/blog/blogs.page.tsx"),
  route("blog/:title", "shop/blog/post.page.tsx"),
  route("community", "shop/community/community.page.tsx"),
  route("community/events/:event", "shop/community/event-file.page.ts"),
  route("404", "shop/information/not-found.page.tsx"),

  route("search", "shop/catalog/search/search.page.tsx"),
  route("order-success", "shop/checkout/payment-return.page.tsx"),
  route("order-status", "shop/returns/order-status.page.tsx"),
  route("return-label/:number/:signature", "shop/returns/label-file.page.ts"),
  route("newsletter", "shop/newsletter/newsletter.page.tsx"),
  route("unsubscribe", "shop/newsletter/unsubscribe.page.tsx"),
  route("back-in-stock", "shop/catalog/back-in-stock/back-in-stock.page.tsx"),
  route("reviews", "shop/reviews/reviews.page.tsx"),
  route("questions", "shop/reviews/questions.page.tsx"),
  route("sandbox/pay-later/:requestId", "shop/payments/pay-later.page.tsx"),

  route("sitemap.xml", "shop/information/sitemap.page.ts"),
  route("sitemap/:part", "shop/information/sitemap-part.page.ts"),
  route("robots.txt", "shop/information/robots.page.ts"),
  route("products.xml", "shop/catalog/feeds/merchant-feed.page.ts"),
  route("site.webmanifest", "shop/information/web-manifest.page.ts"),
  route(".well-known/security.txt", "shop/information/security-contact.page.ts"),

  route("*", "shop/information/not-found.page.tsx", { id: "unknown" }),
] satisfies RouteConfig;
