import { randomUUID } from "node:crypto";
import type { Services } from "~/services";
import { quotedArticles } from "~/shop/blog/quoted-articles.server";
import { quotedPlaces } from "~/shop/texts/quoted-places.server";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";
import { settingVersions } from "~/shop/settings.server";
import { quotable } from "~/shop/settings";
import { sinceTime } from "~/shop/shop-time";
import { fieldsOf, openedGroup } from "./opened-form.server";
import { nameOf, type SettingGroup } from "./setting-fields";
import { zoneChoices } from "./time-zones";

/** Data of the page of a group: its settings, and the sentences that quote them. */
export async function openGroup(services: Services, member: Member, group: SettingGroup, now: Date) {
  await requireRight(services, member, "settings.read");
  const quotes = group.fields.flatMap(({ quote }) => (quote ? [quote] : []));
  const [versions, ofTexts, ofArticles] = await Promise.all([
    settingVersions(services.db),
    quotedPlaces(services, member, quotes),
    quotedArticles(services, member, quotes),
  ]);
  const places = [...ofTexts, ...ofArticles];
  const zone = services.settings().timeZone;
  const since = Object.fromEntries(
    group.fields.flatMap((field) => {
      const changed = versions[nameOf(field)];
      return changed && changed.version > 0
        ? [[field.path, `Stands so ${sinceTime(changed.changedAt, now, zone)}`]]
        : [];
    }),
  );
  const form = openedGroup(services.settings(), group, versions);
  return {
    id: group.id,
    submission: randomUUID(),
    base: form.base,
    opened: fieldsOf(form),
    places,
    since,
    quotes: quotable(services.settings()),
    shopAddress: services.address,
    zones: group.fields.some(({ control }) => control.kind === "zone") ? zoneChoices(zone) : [],
    sendsMail: services.mail.isDelivering,
    memberId: member.id,
    email: member.email,
  };
}

/** Data of the page of a group of settings. */
export type OpenGroup = Awaited<ReturnType<typeof openGroup>>;
