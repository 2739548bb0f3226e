import { randomUUID } from "node:crypto";
import type { Services } from "~/services";
import { acts } from "~/shop/audit/acts.server";
import { rightFor, type RecordKind } from "~/shop/audit/record-kind.server";
import { categoryChoices } from "~/shop/catalog/editing/category-options.server";
import { type GoodsProduct, openProduct } from "~/shop/catalog/editing/open-product.server";
import { guessSwatch } from "~/shop/catalog/editing/guess-swatch";
import { productRecord } from "~/shop/catalog/editing/product-record.server";
import { variantRecord } from "~/shop/catalog/editing/variant-record.server";
import { goodsNames } from "~/shop/catalog/editing/goods-labels.server";
import { sizeGuideChoices } from "~/shop/catalog/size-guides/size-guides.server";
import { productAddress } from "~/shop/catalog/product";
import { countryNames } from "~/shop/countries";
import type { Member } from "~/shop/members/member";
import { memberNames } from "~/shop/members/member-names.server";
import { can, type Right } from "~/shop/members/rights";
import { sentenceTime, spokenTime } from "~/shop/shop-time";
import { queueAddress } from "../queue/queue-view";
import { recordKinds } from "../record-kinds.server";
import { kindMeanings } from "../tax/kind-meanings";
import { openPictures } from "./pictures/pictures.server";
import { formatWords, type Lists, seenWords } from "./pictures/seen-words";
import { formatProduct, seenOf } from "./parse-product";

const RIGHTS = [
  "goods.words",
  "goods.pictures",
  "goods.change",
  "goods.prices",
  "goods.cost",
  "goods.cost.read",
  "stock.read",
  "stock.change",
  "log.read",
] as const satisfies Right[];

/** Current tax rates; null if they cannot be read, which the screen Today reports. */
const taxesOf = ({ taxes, unreadable }: Services) => (unreadable().length > 0 ? null : taxes());

/** Data of a product's page: the product, the values of its form, and the member's rights; null for an unknown product. */
export async function productScreen(services: Services, member: Member, id: string, request: Request, now: Date) {
  const product = await openProduct(services, member, id);
  if (!product) return null;
  const { values, variants } = product;
  const zone = services.settings().timeZone;
  const [categories, sizeGuides, saved, pictures, styleWith] = await Promise.all([
    categoryChoices(services, member),
    sizeGuideChoices(services, member, values.sizeGuideId),
    lastSaved(services, member, product, now),
    openPictures(services, member, id, request),
    goodsNames(services, member, values.styleWithProducts),
  ]);
  const planned = (moment: string | null) => moment && spokenPlan(new Date(moment), now, zone);
  return {
    id,
    name: values.name,
    status: values.publishedStatus,
    version: product.version,
    missing: product.missing,
    taxMeanings: kindMeanings(taxesOf(services)),
    mayReadTax: can(member, "settings.read"),
    variants: variants.map(({ id: number, size, color, stock }) => ({ id: number, size, color, stock })),
    choices: values.choices,
    guesses: Object.fromEntries(values.choices.colors.map(({ name }) => [name, guessSwatch(name)])),
    form: formOf(product, pictures?.lists ?? []),
    plans: { publishAt: planned(values.publishAt), putAwayAt: planned(values.putAwayAt) },
    pictures,
    categories,
    sizeGuides,
    countries: countryNames,
    saved,
    styleWith: values.styleWith ? styleWith.map(({ name }) => name) : [],
    publicAddress: services.address + productAddress({ id, name: values.name }),
    written: can(member, "queue.read") ? queueAddress("decided", { productId: id }) : null,
    rights: RIGHTS.filter((right) => can(member, right)) as Right[],
    fieldRights: { product: rightsIn(productRecord), variant: rightsIn(variantRecord) },
    memberId: member.id,
    timeZone: zone,
  };
}

/** Rights needed to change the fields of a kind of record, by name. */
const rightsIn = (kind: RecordKind): Record<string, Right> =>
  Object.fromEntries(Object.keys(kind.fields).map((field) => [field, rightFor(kind, field)]));

/** Initial values of a product's form. */
function formOf(product: GoodsProduct, lists: Lists) {
  const versions = { ...seenOf(product), words: seenWords(lists) };
  // Adding pictures does not make a new form, as long as no member has saved alternative texts for them.
  const written = Object.values(versions.words).reduce((all, { version }) => all + version - 1, 0);
  return {
    submission: randomUUID(),
    /** Key of the form as it was opened: pictures may be added to it, another version makes a new form. */
    key: JSON.stringify([product.id, versions.product, versions.variants, written]),
    versions: JSON.stringify(versions),
    base: { ...formatProduct(product), ...formatWords(lists) },
  };
}

export type ProductScreen = NonNullable<Awaited<ReturnType<typeof productScreen>>>;

const spokenPlan = (at: Date, now: Date, zone: string): string => spokenTime(at, now, zone);

/** Member and time of the last save, for members who may read the log. */
async function lastSaved(services: Services, member: Member, product: GoodsProduct, now: Date) {
  if (!can(member, "log.read")) return null;
  const [last] = await acts(services, member, recordKinds, { records: recordsOf(product) }, 1, now);
  if (!last) return null;
  const names = await memberNames(services.db);
  const who = last.memberId === null ? "the shop" : (names.get(last.memberId) ?? "somebody");
  return { who, at: sentenceTime(new Date(last.at), now, services.settings().timeZone) };
}

/** Records whose changes make up a product's history. */
export const recordsOf = ({ id, variants }: Pick<GoodsProduct, "id" | "variants">) => [
  { kind: "product", ids: [id] },
  ...(variants.length > 0 ? [{ kind: "variant", ids: variants.map((variant) => String(variant.id)) }] : []),
];
