import { factGroups } from "../settings/groups";
import type { FoundThing } from "../ui/hits";
import { matches } from "./matching";
import { settingSynonyms } from "./synonyms";

/** Settings and their groups whose name or synonyms contain the words. */
export function findSettings(text: string): FoundThing[] {
  return factGroups.flatMap(({ id, name, facts }): FoundThing[] => [
    ...(matches(text, name, settingSynonyms[id]) ? [{ to: `/settings/${id}`, name: `Settings: ${name}` }] : []),
    ...(text.trim() === "" ? [] : facts)
      .filter(({ label }) => matches(text, label))
      .map(({ path, label }) => ({ to: `/settings/${id}#${path}`, name: label, note: name })),
  ]);
}
