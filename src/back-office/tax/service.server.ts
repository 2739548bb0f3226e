import { randomUUID } from "node:crypto";
import { HOUR } from "~/platform/durations";
import type { Services } from "~/services";
import { saveSettings } from "~/shop/audit/settings-record.server";
import type { Member } from "~/shop/members/member";
import { can } from "~/shop/members/rights";
import { requireRight } from "~/shop/members/rights.server";
import { Refusal } from "~/shop/refusal";
import { settingVersions } from "~/shop/settings.server";
import { TAX_KINDS, type TaxKind } from "~/shop/catalog/kinds-for-tax";
import type { TaxCode, TaxService } from "~/shop/tax/tax-service";
import type { FormOutcome, SentForm } from "../forms/form-action.server";

const known = new WeakMap<TaxService, { at: number; codes: TaxCode[] }>();

/** Stripe's list of tax codes, requested at most once an hour; null while Stripe cannot be reached. */
async function codesOf(service: TaxService): Promise<TaxCode[] | null> {
  const before = known.get(service);
  if (before && Date.now() - before.at < HOUR) return before.codes;
  const codes = await service.codes().catch((error: unknown) => {
    if (error instanceof Refusal) return null;
    throw error;
  });
  if (codes) known.set(service, { at: Date.now(), codes });
  return codes;
}

/** Data of the page on which Stripe Tax is switched on. @throws {Refusal} `right-missing`. */
export async function servicePage(services: Services, member: Member) {
  await requireRight(services, member, "settings.read");
  const { taxService: service } = services.payments;
  const [codes, versions] = await Promise.all([service ? codesOf(service) : null, settingVersions(services.db)]);
  const { by, codes: chosen } = services.settings().taxService;
  const nameOf = new Map(codes?.map(({ id, name }) => [id, name]));
  return {
    hasStripe: service !== undefined,
    by,
    codes,
    fields: { by: by === "stripe" ? "yes" : "", ...chosen } as Record<string, string>,
    names: Object.fromEntries(TAX_KINDS.map((kind) => [kind, nameOf.get(chosen[kind]) ?? ""])) as Record<
      TaxKind,
      string
    >,
    isStopped: services.unreadable().includes("taxService"),
    version: versions.taxService?.version ?? 0,
    submission: randomUUID(),
    mayChange: can(member, "settings.change"),
  };
}

/**
 * Saves whether Stripe computes the tax. Switching it on needs payments by Stripe and one of Stripe's codes for each kind of
 * goods.
 *
 * @throws {Refusal} as `saveSettings`.
 */
export async function saveService({ services, member, submission, version, typed }: SentForm): Promise<FormOutcome> {
  const { taxService: service } = services.payments;
  const by = typed["by"] === "yes" ? ("stripe" as const) : ("own" as const);
  const wanted = Object.fromEntries(TAX_KINDS.map((kind) => [kind, codeIn(typed[kind] ?? "")])) as Record<
    TaxKind,
    string
  >;
  if (by === "stripe" && !service)
    return { message: "Stripe takes no payments here: the shop has no keys of Stripe. Your own rates go on." };
  const listed = service ? await codesOf(service) : null;
  if (by === "stripe" && !listed)
    return {
      message: "Stripe did not say which kinds of goods it knows. What you chose is still here: try again in a minute.",
    };
  const isKnown = new Set(listed?.map(({ id }) => id));
  const errors = Object.fromEntries(
    TAX_KINDS.flatMap((kind) => {
      const code = wanted[kind];
      if (code === "") return by === "stripe" ? [[kind, "Choose what Stripe calls it: it is never guessed."]] : [];
      return /^txcd_\d{8}$/.test(code) && (!listed || isKnown.has(code))
        ? []
        : [[kind, "Choose one of Stripe's list, as txcd_99999999."]];
    }),
  );
  if (Object.keys(errors).length > 0) return { errors };
  const changes = { taxService: { by, codes: wanted } };
  const result = await saveSettings(services, member, { changes, seen: { taxService: version }, submission });
  if (!result.saved)
    return { late: "Somebody changed this after you opened it. What you chose is still here: look again." };
  return { to: "/settings/tax/service", act: result.changed > 0 ? result.act : null };
}

/** Extracts the tax code from a field, where a chosen suggestion consists of the code and its name. */
const codeIn = (text: string): string => /txcd_\d+/.exec(text)?.[0] ?? text.trim();
