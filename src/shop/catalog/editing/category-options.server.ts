import type { Services } from "~/services";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";
import { allCategories, type Category } from "../catalog.server";

/** A category as a form offers it: "Women, Jackets". */
export interface CategoryChoice {
  id: string;
  name: string;
}

/**
 * The categories that a product may be in, by the tree they stand in.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function categoryChoices(services: Pick<Services, "db">, member: Member): Promise<CategoryChoice[]> {
  await requireRight(services, member, "goods.read");
  return inTree(await allCategories(services.db));
}

/** Categories as choices: children with their parent's name before their own. */
export function inTree(all: Category[]): CategoryChoice[] {
  const under = (id: string) => all.filter(({ parent }) => parent?.id === id);
  return all
    .filter(({ parent }) => parent === null)
    .flatMap((top) => [
      { id: top.id, name: top.name },
      ...under(top.id).map(({ id, name }) => ({ id, name: `${top.name}, ${name}` })),
    ]);
}
