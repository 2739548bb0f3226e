import { z } from "zod";
import { jsonIn } from "~/platform/browser-storage";
import type { Settings } from "~/shop/settings";
import type { FactGroup } from "./facts";
import { typedFrom, valueAt } from "./format-fields";
import { nameOf } from "./groups";

/** Facts about how a form of settings was opened, which it sends along. */
const OpenedForm = z.object({
  /** By the path of the fact, as it was shown. */
  base: z.record(z.string(), z.string()),
  /** By the name of the setting. */
  versions: z.record(z.string(), z.int().min(0)),
});
export type OpenedForm = z.infer<typeof OpenedForm>;

/** A form of facts as it is opened: what stands there, and since which version. */
export const openedGroup = (
  settings: Settings,
  { facts }: FactGroup,
  versions: Record<string, { version: number } | undefined>,
): OpenedForm => ({
  base: Object.fromEntries(facts.map((fact) => [fact.path, typedFrom(fact, valueAt(settings, fact.path))])),
  versions: Object.fromEntries(facts.map((fact) => [nameOf(fact), versions[nameOf(fact)]?.version ?? 0])),
});

/** The hidden fields that say so. */
export const fieldsOf = ({ base, versions }: OpenedForm) => ({
  base: JSON.stringify(base),
  versions: JSON.stringify(versions),
});

/** How a form was opened, as its hidden fields say; nothing when no form of ours sent it. */
export const openedForm = ({ base = "", versions = "" }: Record<string, string>): OpenedForm | undefined =>
  OpenedForm.safeParse({ base: jsonIn(base), versions: jsonIn(versions) }).data;
