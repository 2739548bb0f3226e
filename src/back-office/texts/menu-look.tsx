import { fillBraces } from "~/shop/fill-braces";
import type { MenuForm } from "~/shop/texts/menu-forms";
import { rowName, rowsIn } from "./menu-row-fields";

interface MenuLookProps {
  form: MenuForm;
  /** Values of the form as they are typed, by field name. */
  typed: Record<string, string | undefined>;
  /** Settings that the words may quote in braces. */
  quotes: readonly { name: string; value: string }[];
}

/** Menus that are closed or far down on the page of the preview, and are drawn beside their form instead. */
export const isDrawn = ({ key }: MenuForm): boolean => key === "main" || key === "footer";

/** The menu as shoppers see it, from the typed rows: headings with their links, or links with those below them. */
export function MenuLook({ form, typed, quotes }: MenuLookProps) {
  const values = Object.fromEntries(quotes.map(({ name, value }) => [name, value]));
  const filled = (words: string) => fillBraces(words, values);
  return (
    <div className={form.hasColumns ? "menu-look menu-look--columns" : "menu-look"}>
      {groupsOf(form, typed).map(({ top, links }, place) => (
        // A group has no id of its own, and is redrawn with each typed letter.
        <div key={place}>
          <p className="menu-look__top">{filled(top)}</p>
          {links.map((link, at) => (
            <p key={at} className="menu-look__link">
              {filled(link)}
            </p>
          ))}
        </div>
      ))}
    </div>
  );
}

/** Groups of a menu: a column of the footer, or a link with the links below it. Rows without words are left out. */
function groupsOf({ hasColumns }: MenuForm, typed: MenuLookProps["typed"]): { top: string; links: string[] }[] {
  const groups: { top: string; links: string[] }[] = [];
  for (let number = 0; number < rowsIn(typed); number += 1) {
    const at = (part: "label" | "heading" | "under") => typed[rowName(number, part)]?.trim() ?? "";
    const label = at("label");
    if (label === "") continue;
    const group = hasColumns
      ? groups.find(({ top }) => top === at("heading"))
      : at("under") === "yes"
        ? groups.at(-1)
        : undefined;
    if (group) group.links.push(label);
    else groups.push(hasColumns ? { top: at("heading"), links: [label] } : { top: label, links: [] });
  }
  return groups;
}
