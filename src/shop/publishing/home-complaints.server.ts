import type { Database } from "~/platform/database.server";
import { picturesFor } from "~/platform/media.server";
import { cardsById } from "~/shop/catalog/catalog.server";
import { handPicked } from "~/shop/home/hand-picked";
import { addedIds, orderedParts } from "~/shop/texts/home-parts";
import type { Complaint } from "./publish-checks";

/**
 * Errors of the home page with a draft applied: incomplete sections that are shown, missing pictures or alternative texts,
 * hand-picked products that do not exist, and a wrong order of headings.
 */
export async function homeComplaints(
  db: Database,
  values: Readonly<Record<string, unknown>>,
  changed: readonly string[],
): Promise<Complaint[]> {
  const text = (id: string, name: string) => String(values[`parts.${id}.${name}`] ?? "").trim();
  const shown = addedIds.filter(({ id }) => text(id, "state") === "shown");
  const missing = shown.flatMap(({ id, kind: { name, needed } }) =>
    needed
      .filter((field) => text(id, field) === "")
      .map((field) => ({ field: `parts.${id}.${field}`, text: `${name} is shown, and this is not filled in.` })),
  );
  return [
    ...missing,
    ...openingComplaint(values),
    ...(await pictureComplaints(db, values, changed)),
    ...(await handComplaints(db, values, shown)),
  ];
}

/**
 * Error unless the opening picture is shown first. It contains the page's title, so any other order breaks the order of headings.
 */
function openingComplaint(values: Readonly<Record<string, unknown>>): Complaint[] {
  const parts: Record<string, Record<string, unknown>> = {};
  for (const [name, value] of Object.entries(values)) {
    const [, id = "", own = ""] = /^parts\.(\w+)\.(place|state)$/.exec(name) ?? [];
    if (id !== "") parts[id] = { ...parts[id], [own]: value };
  }
  const [first] = orderedParts(parts).filter(({ part }) => part.state === "shown");
  if (first?.id === "hero") return [];
  return [
    { field: "parts.hero.title", text: "The opening picture has the page's title: it is shown, and stands first." },
  ];
}

async function pictureComplaints(
  db: Database,
  values: Readonly<Record<string, unknown>>,
  changed: readonly string[],
): Promise<Complaint[]> {
  const chosen = changed.filter((field) => /\.(?:wide|tall|picture)$/.test(field) && values[field] !== "");
  const found = await picturesFor(
    db,
    chosen.map((field) => String(values[field])),
  );
  return chosen.flatMap((field) => {
    const picture = found.get(String(values[field]));
    if (!picture) return [{ field, text: "This picture is not there any more. Choose another one." }];
    return picture.alt.trim() === "" && !/hero/.test(field)
      ? [{ field, text: "Words are missing for those who cannot see this picture." }]
      : [];
  });
}

async function handComplaints(
  db: Database,
  values: Readonly<Record<string, unknown>>,
  shown: typeof addedIds,
): Promise<Complaint[]> {
  const complaints: Complaint[] = [];
  for (const { id, kind } of shown) {
    if (kind.kind !== "products" || values[`parts.${id}.from`] !== "hand") continue;
    const field = `parts.${id}.products`;
    const ids = handPicked(String(values[field] ?? ""));
    const found = await cardsById(db, ids, { lowStock: 0, offers: [] });
    if (ids.length === 0) complaints.push({ field, text: "Choose at least one product." });
    else if (found.length < new Set(ids).size)
      complaints.push({ field, text: "One of these is no product on the shop. Each line is a product's address." });
  }
  return complaints;
}
