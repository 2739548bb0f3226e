import { z } from "zod";
import { jsonIn } from "~/platform/browser-storage";
import type { Settings } from "~/shop/settings";
import type { FactGroup } from "./facts";
import { typedFrom, valueAt } from "./format-fields";
import { nameOf } from "./groups";

/** Schema of the values and versions of settings when a form was shown, which the form sends in hidden fields. */
const OpenedForm = z.object({
  /** Shown text of each field, by path. */
  base: z.record(z.string(), z.string()),
  /** Version of each setting when the form was shown, by first part of the path. */
  versions: z.record(z.string(), z.int().min(0)),
});
export type OpenedForm = z.infer<typeof OpenedForm>;

/** Current values and versions of a group, for its form. */
export const openedGroup = (
  settings: Settings,
  { facts }: FactGroup,
  versions: Record<string, { version: number } | undefined>,
): OpenedForm => ({
  base: Object.fromEntries(facts.map((fact) => [fact.path, typedFrom(fact, valueAt(settings, fact.path))])),
  versions: Object.fromEntries(facts.map((fact) => [nameOf(fact), versions[nameOf(fact)]?.version ?? 0])),
});

/** Hidden fields of the form with values and versions. */
export const fieldsOf = ({ base, versions }: OpenedForm) => ({
  base: JSON.stringify(base),
  versions: JSON.stringify(versions),
});

/** Parses the values and versions in the hidden fields; undefined if they are invalid. */
export const openedForm = ({ base = "", versions = "" }: Record<string, string>): OpenedForm | undefined =>
  OpenedForm.safeParse({ base: jsonIn(base), versions: jsonIn(versions) }).data;
