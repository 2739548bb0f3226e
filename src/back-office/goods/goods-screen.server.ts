import { randomUUID } from "node:crypto";
import { picturesFor } from "~/platform/media.server";
import type { Services } from "~/services";
import { categoryChoices } from "~/shop/catalog/editing/category-options.server";
import { goodsPage } from "~/shop/catalog/editing/goods-page.server";
import type { GoodsView } from "~/shop/catalog/editing/goods-list-view";
import type { Member } from "~/shop/members/member";
import { can } from "~/shop/members/rights";
import { type Cents, formatCents } from "~/shop/money";
import { isStatus } from "./status-words";
import { pageSizes } from "../page-sizes";

/** Data of a page of the list of goods, for the parameters of its address. */
export async function goodsScreen(services: Services, member: Member, view: GoodsView) {
  const [page, categories] = await Promise.all([
    goodsPage(services, member, view, pageSizes.goods),
    categoryChoices(services, member),
  ]);
  const pictures = await picturesFor(
    services.db,
    page.rows.flatMap(({ image }) => image ?? []),
  );
  return {
    view,
    categories,
    submission: randomUUID(),
    mayChange: can(member, "goods.change") && can(member, "goods.prices"),
    mayPrice: can(member, "goods.prices"),
    mayImport: can(member, "goods.import"),
    mayExport: can(member, "export"),
    mayRecall: can(member, "people.read"),
    ...page,
    rows: page.rows.map(({ lowest, highest, saleLowest, saleHighest, image, status, ...row }) => ({
      ...row,
      status: isStatus(status) ? status : "draft",
      price: priceWords(lowest, highest),
      salePrice: priceWords(saleLowest, saleHighest),
      picture: (image && pictures.get(image)?.hash) || null,
    })),
  };
}

function priceWords(lowest: Cents | null, highest: Cents | null): string {
  if (lowest === null || highest === null) return "";
  return lowest === highest ? formatCents(lowest) : `${formatCents(lowest)} to ${formatCents(highest)}`;
}

export type GoodsLine = Awaited<ReturnType<typeof goodsScreen>>["rows"][number];
