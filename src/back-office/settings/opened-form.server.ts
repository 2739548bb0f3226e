import { z } from "zod";
import { jsonIn } from "~/platform/browser-storage";
import type { Settings } from "~/shop/settings";
import { typedFrom, valueAt } from "./format-fields";
import { nameOf, type SettingGroup } from "./setting-fields";

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
  { fields }: SettingGroup,
  versions: Record<string, { version: number } | undefined>,
): OpenedForm => ({
  base: Object.fromEntries(fields.map((field) => [field.path, typedFrom(field, valueAt(settings, field.path))])),
  versions: Object.fromEntries(fields.map((field) => [nameOf(field), versions[nameOf(field)]?.version ?? 0])),
});

/** Hidden fields of the form with values and versions. */
export const fieldsOf = ({ base, versions }: OpenedForm) => ({
  base: JSON.stringify(base),
  versions: JSON.stringify(versions),
});

/** Parses the values and versions in the hidden fields; undefined if they are invalid. */
export const openedForm = ({ base = "", versions = "" }: Record<string, string>): OpenedForm | undefined =>
  OpenedForm.safeParse({ base: jsonIn(base), versions: jsonIn(versions) }).data;
