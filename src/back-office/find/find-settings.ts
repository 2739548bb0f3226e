import { factGroups } from "../settings/groups";
import type { FoundThing } from "../ui/hits";

/** Facts and groups of the settings with these letters in their name. */
export function findSettings(text: string): FoundThing[] {
  const wanted = text.toLowerCase();
  return factGroups.flatMap(({ id, name, facts }): FoundThing[] => [
    ...(name.toLowerCase().includes(wanted) ? [{ to: `/settings/${id}`, name: `Settings: ${name}` }] : []),
    ...(wanted === "" ? [] : facts)
      .filter(({ label }) => label.toLowerCase().includes(wanted))
      .map(({ path, label }) => ({ to: `/settings/${id}#${path}`, name: label, note: name })),
  ]);
}
