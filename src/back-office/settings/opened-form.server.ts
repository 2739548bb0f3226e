import { z } from "zod";
import { jsonIn } from "~/platform/browser-storage";
import type { Settings } from "~/shop/settings";
import type { FactGroup } from "./facts";
import { typedFrom, valueAt } from "./format-fields";
import { nameOf } from "./groups";

/** Values and versions of the settings when a form was shown, sent along with it. */
const OpenedForm = z.object({
  /** Shown text, by path. */
  base: z.record(z.string(), z.string()),
  /** Shown version, by top-level name. */
  versions: z.record(z.string(), z.int().min(0)),
});
export type OpenedForm = z.infer<typeof OpenedForm>;

/** Values and versions of a group, for its form. */
export const openedGroup = (
  settings: Settings,
  { facts }: FactGroup,
  versions: Record<string, { version: number } | undefined>,
): OpenedForm => ({
  base: Object.fromEntries(facts.map((fact) => [fact.path, typedFrom(fact, valueAt(settings, fact.path))])),
  versions: Object.fromEntries(facts.map((fact) => [nameOf(fact), versions[nameOf(fact)]?.version ?? 0])),
});

/** Hidden fields with values and versions. */
export const fieldsOf = ({ base, versions }: OpenedForm) => ({
  base: JSON.stringify(base),
  versions: JSON.stringify(versions),
});

/** Values and versions from the hidden fields; undefined when they are invalid. */
export const openedForm = ({ base = "", versions = "" }: Record<string, string>): OpenedForm | undefined =>
  OpenedForm.safeParse({ base: jsonIn(base), versions: jsonIn(versions) }).data;
