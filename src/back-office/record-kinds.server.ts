import type { RecordKind } from "~/shop/audit/record-kind.server";
import { planKind } from "./bulk/plan-kind.server";
import { contentImportKind, demoShopKind, startKind } from "./content/content-kinds.server";
import { codeKind } from "./discounts/code-kind.server";
import { categoryKind, productKind, variantKind } from "./goods/goods-kinds.server";
import { picturesKind, pictureWordsKind } from "./goods/pictures/picture-kinds.server";
import { giftCardKind } from "./gift-cards/gift-card-kind";
import { offerKind } from "./offers/offer-kind.server";
import { importKind } from "./imports/import-kinds.server";
import { kindName, type LogKind } from "./log/log-kind";
import { madeOrderKind } from "./made-orders/made-order-kind.server";
import { memberKind } from "./members/member-kind.server";
import { messageAnswerKind, messageKind, messageMailKind } from "./messages/message-kinds.server";
import { newsletterListKind, stockRequestsKind, subscriptionKind } from "./newsletter/mail-kinds.server";
import {
  orderAddressKind,
  orderEmailKind,
  orderKind,
  orderNoteKind,
  orderPackedKind,
  parcelsKind,
} from "./orders/order-kinds.server";
import { erasureKind } from "./people/erasure-kind";
import { personRequestKind } from "./people/person-request-kind";
import { recallKind } from "./recalls/recall-kind";
import { balanceKind } from "./payouts/balance-kind";
import { savedViewKind } from "./orders/saved-view-kind.server";
import { commentKind, questionKind, reviewKind, signupKind } from "./queue/queue-kinds.server";
import { returnKind } from "./returns/return-kind.server";
import { settingKind } from "./settings/setting-kind.server";
import { guideKind } from "./size-guides/guide-kind.server";
import { takeKind } from "./stock-take/take-kind.server";
import { stockKind } from "./stock/stock-kind.server";
import { blogCategoryKind } from "./texts/articles/category-kind.server";
import { faqGroupKind } from "./texts/faq-group-kind.server";
import { redirectKind } from "./texts/redirects/redirect-kind.server";
import { textKinds } from "./texts/text-kinds.server";
import { textPlanKind } from "./texts/plan-kind.server";
import { taxStateKind } from "./tax/tax-kind.server";

/** All kinds of records in the log, in the order of the log's filter. */
export const logKinds: readonly LogKind[] = [
  orderKind,
  orderAddressKind,
  orderPackedKind,
  orderEmailKind,
  orderNoteKind,
  madeOrderKind,
  settingKind,
  taxStateKind,
  balanceKind,
  savedViewKind,
  parcelsKind,
  productKind,
  variantKind,
  categoryKind,
  planKind,
  guideKind,
  importKind,
  contentImportKind,
  memberKind,
  stockKind,
  erasureKind,
  personRequestKind,
  recallKind,
  takeKind,
  codeKind,
  offerKind,
  giftCardKind,
  reviewKind,
  questionKind,
  commentKind,
  signupKind,
  picturesKind,
  pictureWordsKind,
  demoShopKind,
  startKind,
  returnKind,
  messageKind,
  messageAnswerKind,
  messageMailKind,
  subscriptionKind,
  newsletterListKind,
  stockRequestsKind,
  ...textKinds,
  blogCategoryKind,
  faqGroupKind,
  redirectKind,
  textPlanKind,
];

/** Kinds of records that members edit and whose changes can be undone. */
export const recordKinds: readonly RecordKind[] = logKinds.flatMap(({ record }) => record ?? []);

const byName = new Map(logKinds.map((kind) => [kindName(kind), kind]));

/** Finds a kind by its stored name; undefined for names that only an older or a newer release of the shop has. */
export const kindNamed = (name: string): LogKind | undefined => byName.get(name);
