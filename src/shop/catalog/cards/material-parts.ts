/** Letters that fit into the two lines which a phone's card has for a material. */
const PHONE_LETTERS = 25;

/**
 * A material in two parts, of which phones show the first, with an ellipsis in place of the second. The first ends before a comma: "80% cotton" and
 * ", 20% polyester fleece". The second is empty for a short material and for one without a comma.
 */
export function materialParts(material: string): [shown: string, rest: string] {
  if (material.length <= PHONE_LETTERS) return [material, ""];
  const fitting = material.lastIndexOf(", ", PHONE_LETTERS);
  const end = fitting < 0 ? material.indexOf(", ") : fitting;
  return end < 0 ? [material, ""] : [material.slice(0, end), material.slice(end)];
}
