import type { Services } from "~/services";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";
import { allCategories, type Category } from "../catalog.server";

/** A category with the text that a form shows for it, such as "Women, Jackets". */
export interface CategoryChoice {
  id: string;
  name: string;
}

/**
 * Categories that a product may be in, sorted as a tree.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function categoryChoices(services: Pick<Services, "db">, member: Member): Promise<CategoryChoice[]> {
  await requireRight(services, member, "goods.read");
  return inTree(await allCategories(services.db));
}

/** Categories for a form, sorted as a tree: the name of a child begins with its parent's name. */
export function inTree(all: Category[]): CategoryChoice[] {
  const under = (id: string) => all.filter(({ parent }) => parent?.id === id);
  return all
    .filter(({ parent }) => parent === null)
    .flatMap((top) => [
      { id: top.id, name: top.name },
      ...under(top.id).map(({ id, name }) => ({ id, name: `${top.name}, ${name}` })),
    ]);
}
