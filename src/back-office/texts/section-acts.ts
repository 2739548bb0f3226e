import { addedIds, placesAfterMove } from "~/shop/texts/home-parts";
import { sectionsIn } from "./fields-of-text";

/**
 * Values that a button of a section of home changes, by the button's value such as "add:story", "later:partners", "hide:partners"
 * or "remove:story1". Empty if the act is not possible any more.
 */
export function sectionActs(
  act: string | undefined,
  values: Readonly<Record<string, unknown>>,
): Record<string, string> {
  const [, does, id = ""] = /^(add|earlier|later|hide|show|remove):(\w+)$/.exec(act ?? "") ?? [];
  const order = sectionsIn(values);
  if (does === "add") {
    const free = freeId(id, values);
    if (!free) return {};
    const last = Math.max(0, ...order.map((each) => Number(values[`parts.${each}.place`])));
    return {
      ...Object.fromEntries(Object.entries(free.kind.empty).map(([name, text]) => [`parts.${free.id}.${name}`, text])),
      [`parts.${free.id}.state`]: "hidden",
      [`parts.${free.id}.place`]: String(last + 10),
    };
  }
  if (!order.includes(id) || id === "hero") return {};
  if (does === "earlier" && order.indexOf(id) === 1) return {};
  if (does === "earlier" || does === "later") return placesAfterMove(order, id, does === "earlier" ? -1 : 1);
  if (does === "remove") return addedIds.some((each) => each.id === id) ? { [`parts.${id}.state`]: "removed" } : {};
  return { [`parts.${id}.state`]: does === "show" ? "shown" : "hidden" };
}

/** Unused id for a new section of a kind; undefined if there are as many sections as allowed. */
export const freeId = (kind: string, values: Readonly<Record<string, unknown>>) =>
  addedIds.find((each) => each.kind.kind === kind && values[`parts.${each.id}.state`] === "removed");
