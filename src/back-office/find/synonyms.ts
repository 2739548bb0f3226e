import { byName } from "~/platform/by-name";

/** Synonyms that merchants use for screens of the navigation, by address. */
export const placeSynonyms = byName<string>({
  "/": "home dashboard start overview sales turnover revenue",
  "/orders": "purchases sold tracking parcels shipping shipments pack packing refund customers invoices",
  "/returns": "exchanges refunds rma send back",
  "/goods": "products items catalog catalogue articles variants sku prices pictures photos images inventory",
  "/stock": "inventory quantities warehouse shelf levels sold out",
  "/queue": "reviews questions comments ratings moderation approve spam sign-ups",
  "/messages": "inbox mail e-mail email contact support tickets customers",
  "/words": "texts pages content letters e-mails menus banners policies translate",
  "/discounts": "coupons codes promotions vouchers promo offers",
  "/gift-cards": "vouchers balance certificates store credit codes",
  "/people": "customers shoppers clients buyers gdpr data",
  "/newsletter": "subscribers mailing list campaign marketing e-mail email",
  "/figures": "reports statistics analytics revenue turnover sales profit margin accountant",
  "/settings": "shop store configuration preferences options tax payments",
  "/members": "staff team users employees roles permissions accounts colleagues",
  "/log": "history audit activity undo restore take back versions",
  "/system": "system status backups jobs errors updates version mail server",
});

/** Synonyms that merchants use for groups of settings. */
export const settingSynonyms = byName<string>({
  shop: "store rename brand logo support e-mail email questions social instagram facebook phone hours time zone",
  delivery: "shipping postage freight fee free",
  returns: "refunds exchanges days damaged limit",
  mail: "e-mail email letters notifications smtp new order",
  newsletter: "subscribers popup pop-up welcome discount",
  stock: "inventory low reserve hold",
  forms: "spam limits",
});
