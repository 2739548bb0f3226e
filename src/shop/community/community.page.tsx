import { picturesFor } from "~/platform/media.server";
import { services } from "~/services";
import { ButtonLink } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import { JsonLd } from "~/ui/json-ld";
import { Picture } from "~/ui/picture";
import { handleForm, sendForm } from "~/shop/form";
import { publicPage, withRetryAfter } from "~/shop/caching";
import { inSearch } from "~/shop/texts/search-texts.server";
import { headOf, metaOf } from "~/shop/head";
import { sharePicture } from "~/shop/share-picture.server";
import { knownField, type PublicAddress } from "~/shop/public-address.server";
import { Benefits } from "~/shop/texts/benefits";
import { withoutEmpty } from "~/shop/catalog/listing/links-to-goods.server";
import { pageContent } from "~/shop/texts/page-content.server";
import { dayIn } from "~/shop/shop-time";
import { breadcrumbs } from "~/shop/structured-data";
import { looksAutomated } from "~/shop/bot-traps";
import { enforceFormLimit } from "~/shop/form-limits.server";
import type { Route } from "./+types/community.page";
import { Calendar } from "./calendar";
import { ChapterList } from "./chapter-list";
import { ChapterSearch } from "./chapter-search";
import { nextMeeting, nextOccurrence } from "./schedule-days";
import { formatMeeting } from "./schedule-words";
import { ChapterQuery } from "./chapter-query";
import { Fund } from "./fund";
import { GetOut } from "./get-out";
import { allEvents, allStates, type Chapter, chaptersIn, join } from "./community.server";

const PATH = "/community";
const RIDERS = "/media/scenes/community-hero.webp";
const CAMP = "/media/scenes/events.webp";
const FIRE = "/media/scenes/blog-7.webp";

/** Query parameters that the page reads; others do not enter its cache key. */
export const searchParameters = ["state"];

export async function loader({ context, url }: Route.LoaderArgs) {
  const all = context.get(services);
  const { db, address, settings: inForce } = all;
  const settings = inForce();
  const shop = { address, settings };
  const [texts, reasons, states, events, pictures] = await Promise.all([
    pageContent(db, "community", settings).then((own) => withoutEmpty(db, own)),
    pageContent(db, "communityReasons", settings),
    allStates(db),
    allEvents(db),
    picturesFor(db, [RIDERS, CAMP, FIRE]),
  ]);
  const today = dayIn(new Date(), settings.timeZone);
  const chosen = states.find(({ code }) => code === url.searchParams.get("state"));
  const riders = pictures.get(RIDERS) ?? null;
  const isHidden = texts.visibility === "hidden";
  const made = { title: "Community", description: isHidden ? "Community" : texts.hero.text };
  const { donation } = texts;
  return {
    // Hidden texts are not sent: they would stand in the document's data.
    texts: isHidden ? null : { ...texts, donation: donation.visibility === "shown" ? donation : null },
    benefits: reasons.items,
    states,
    chosen,
    chapters: chosen ? (await chaptersIn(db, chosen.code)).map((chapter) => withNextMeeting(chapter, today)) : [],
    events: events
      .map(({ id, name, city, state, rule, description, schedule }) => ({
        id,
        name,
        city,
        state,
        rule,
        description,
        turn: nextOccurrence(schedule, today),
      }))
      .toSorted((a, b) => a.turn.first.localeCompare(b.turn.first)),
    riders,
    camp: pictures.get(CAMP) ?? null,
    fire: pictures.get(FIRE) ?? null,
    head: headOf(shop, {
      ...(await inSearch(db, "community", made, settings)),
      path: PATH,
      share: sharePicture(all, { title: made.title, picture: riders }),
    }),
    structured: breadcrumbs(shop, [{ name: "Community", path: PATH }]),
  };
}

loader.publicAddress = (async ({ db, memoize, asked }) => ({
  fields: await knownField(asked, "state", () =>
    memoize("states", async () => (await allStates(db)).map(({ code }) => code)),
  ),
})) satisfies PublicAddress;

const withNextMeeting = (
  { id, kind, name, city, rule, time, meetAt, description, schedule }: Chapter,
  today: string,
) => ({
  id,
  kind,
  name,
  city,
  rule,
  time,
  meetAt,
  description,
  next: formatMeeting(nextMeeting(schedule, today)),
});

/** Shows the chapters of a state; with a name and an e-mail address it also stores a request to join. */
export async function action({ context, request }: Route.ActionArgs) {
  const shop = context.get(services);
  const { db } = shop;
  return handleForm(request, ChapterQuery, async (search) => {
    const { name, email, state } = search;
    const wantsToJoin = email !== "" && !looksAutomated(search, Date.now());
    if (email !== "") await enforceFormLimit(shop, request, "community", email);
    const chosen = (await allStates(db)).find(({ code }) => code === state);
    if (chosen && wantsToJoin) await join(db, { name, email, state });
    const today = dayIn(new Date(), shop.settings().timeZone);
    const chapters = chosen ? await chaptersIn(db, state) : [];
    return { chosen, chapters: chapters.map((chapter) => withNextMeeting(chapter, today)), hasJoined: email !== "" };
  });
}

export const clientAction = (args: Route.ClientActionArgs) => sendForm(args);
export const headers = withRetryAfter(publicPage);
export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function CommunityPage({ loaderData, actionData }: Route.ComponentProps) {
  const { texts, states, events, benefits, riders, camp, fire, structured } = loaderData;
  if (!texts) return <NothingYet />;
  const { hero, donation } = texts;
  const found = actionData?.ok ? actionData.value : { ...loaderData, hasJoined: false };

  return (
    <main id="main" className="meets-footer">
      <JsonLd data={structured} />
      <section className="chero scene scene--bare" aria-labelledby="welcome">
        <Picture picture={riders} sizes="100vw" eager className="scene__photo" />
        <div className="wide chero__in">
          <div>
            <h1 id="welcome">{hero.title}</h1>
            <p className="chero__stand">{hero.text}</p>
          </div>
          <ChapterSearch texts={hero.form} states={states} answered={actionData} chosen={found.chosen?.code} />
        </div>
      </section>

      {found.chosen && (
        <ChapterList
          key={found.chosen.code}
          title={hero.results.replace("{state}", found.chosen.name)}
          chapters={found.chapters}
          joined={found.hasJoined ? hero.joined : undefined}
          isNews={actionData?.ok ?? false}
        />
      )}

      {donation && <Fund texts={donation} picture={fire} />}
      <GetOut texts={texts.events} picture={camp} />
      {events.length > 0 && <Calendar title={texts.calendar.heading} text={texts.calendar.text} events={events} />}
      <Benefits benefits={benefits} />
    </main>
  );
}

/** The page while its texts are hidden. */
const NothingYet = () => (
  <main id="main">
    <EmptyState
      title="Community"
      heading="h1"
      text="No rides and no meetings are planned here yet."
      action={<ButtonLink to="/contact">Contact</ButtonLink>}
    />
  </main>
);
