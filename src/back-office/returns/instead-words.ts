const FIELDS = {
  quantity: "pieces",
  reason: "why",
  exchange: "wanted instead",
  other: "name of the other product",
  instead: "which of these",
};

const isField = (kind: string): kind is keyof typeof FIELDS => Object.hasOwn(FIELDS, kind);

/** Label of a field of a returned line in the list of errors above the form. */
export function insteadWords(field: string, lines: { position: number; name: string }[]): string {
  if (field === "lines") return "What comes back";
  const [kind = "", position] = field.split("-");
  const name = lines.find((line) => line.position === Number(position))?.name ?? "";
  return isField(kind) ? `${name}, ${FIELDS[kind]}` : name;
}
