import { contentImportRecord } from "~/content/content-import-record.server";
import { savedViewRecord } from "~/shop/audit/saved-views.server";
import type { RecordKind } from "~/shop/audit/record-kind.server";
import { categoryRecord } from "~/shop/catalog/editing/category-record.server";
import { productRecord } from "~/shop/catalog/editing/product-record.server";
import { pricePlanRecord } from "~/shop/catalog/price-plans/plan-record.server";
import { sizeGuideRecord } from "~/shop/catalog/size-guides/size-guide-record.server";
import { variantRecord } from "~/shop/catalog/editing/variant-record.server";
import { settingRecord } from "~/shop/audit/settings-record.server";
import { codeRecord } from "~/shop/discounts/code-record.server";
import { stockTakeRecord } from "~/shop/stock-take/take-record.server";
import { stockRecord } from "~/shop/catalog/stock/stock-record.server";
import { commentRecord } from "~/shop/blog/comment-queue.server";
import { signupRecord } from "~/shop/community/signup-queue.server";
import { questionRecord, reviewRecord } from "~/shop/reviews/moderated-records.server";
import { picturesRecord, pictureWordsRecord } from "~/shop/catalog/pictures/pictures-record.server";
import { messageRecord } from "~/shop/contact/answer-message.server";
import { messageMailRecord } from "~/shop/contact/message-mail.server";
import { orderEmailRecord } from "~/shop/orders/order-email.server";
import { orderPackedRecord } from "~/shop/orders/parcels/pack-order.server";
import { orderAddressRecord, orderNoteRecord } from "~/shop/orders/order-records.server";
import { subscriptionRecord } from "~/shop/newsletter/subscribers.server";
import { memberRecord } from "~/shop/audit/member-record.server";
import { importRecord } from "~/shop/imports/import-record.server";

/** Every kind of record that members edit: what the log can take back. */
export const recordKinds: readonly RecordKind[] = [
  settingRecord,
  savedViewRecord,
  productRecord,
  variantRecord,
  categoryRecord,
  pricePlanRecord,
  sizeGuideRecord,
  stockRecord,
  stockTakeRecord,
  codeRecord,
  reviewRecord,
  questionRecord,
  commentRecord,
  signupRecord,
  picturesRecord,
  pictureWordsRecord,
  messageRecord,
  messageMailRecord,
  orderAddressRecord,
  orderNoteRecord,
  orderPackedRecord,
  orderEmailRecord,
  subscriptionRecord,
  importRecord,
  contentImportRecord,
  memberRecord,
];
