import { picturesFor } from "~/platform/media.server";
import { services } from "~/services";
import { JsonLd } from "~/ui/json-ld";
import { PageHead } from "~/ui/page-head";
import { Picture } from "~/ui/picture";
import { Tile } from "~/ui/tile";
import { handleForm, sendForm } from "~/shop/form";
import { publicPage, withRetryAfter } from "~/shop/caching";
import { productsById } from "~/shop/catalog/catalog.server";
import { inSearch } from "~/shop/texts/search-texts.server";
import { headOf, metaOf } from "~/shop/head";
import { Benefits } from "~/shop/texts/benefits";
import { withoutEmpty } from "~/shop/catalog/listing/links-to-goods.server";
import { pageContent } from "~/shop/texts/page-content.server";
import type { PageTexts } from "~/shop/texts/page-texts";
import { breadcrumbs } from "~/shop/structured-data";
import { looksAutomated } from "~/shop/bot-traps";
import { enforceFormLimit, formNetwork } from "~/shop/form-limits.server";
import type { Route } from "./+types/contact.page";
import { storeMessage } from "./contact.server";
import { Message } from "./message";
import { MessageForm } from "./message-form";

const PATH = "/contact";

/** Query parameters that the page reads: none, so no parameter becomes part of its page-cache key. */
export const searchParameters = [];

export async function loader({ context }: Route.LoaderArgs) {
  const { db, address, settings } = context.get(services);
  const shop = { address, settings: settings() };
  const stored = await withoutEmpty(db, await pageContent(db, "contact", shop.settings));
  // A hidden address is not sent: it would stand in the document's data.
  const texts = { ...stored, headOffice: stored.headOffice.visibility === "hidden" ? null : stored.headOffice };
  const products = await productsById(
    db,
    texts.tiles.map(({ productId }) => productId),
  );
  const imageOf = (productId: string) => products.find(({ id }) => id === productId)?.images[0];
  const pictures = await picturesFor(
    db,
    texts.tiles.flatMap(({ productId }) => imageOf(productId) ?? []),
  );
  const made = { title: "Contact", description: texts.message };
  return {
    texts,
    tiles: texts.tiles.map((tile) => ({ ...tile, picture: pictures.get(imageOf(tile.productId) ?? "") ?? null })),
    head: headOf(shop, { ...(await inSearch(db, "contact", made, shop.settings)), path: PATH }),
    structured: breadcrumbs(shop, [{ name: "Contact", path: PATH }]),
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  const shop = context.get(services);
  return handleForm(request, Message, async (message) => {
    await enforceFormLimit(shop, request, "contact", message.email);
    const now = new Date();
    // Bots get the same response as people, but nothing is stored.
    if (looksAutomated(message, now.getTime())) return { isSlow: false };
    return storeMessage(shop, message, now, formNetwork(request));
  });
}

export const clientAction = (args: Route.ClientActionArgs) => sendForm(args);
export const headers = withRetryAfter(publicPage);
export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function ContactPage({ loaderData: { texts, tiles, structured }, actionData }: Route.ComponentProps) {
  return (
    <main id="main">
      <JsonLd data={structured} />
      <PageHead title={texts.headline} lead={texts.message} />
      <div className="wide desk">
        <Particulars texts={texts} />
        <section className="comment desk__form" id="message" aria-labelledby="message-title">
          <h2 id="message-title">{texts.form.heading}</h2>
          <MessageForm texts={texts.form} answered={actionData} />
        </section>
      </div>
      <Benefits benefits={texts.sellingPoints} label="What you can count on" />
      <section className="section wide" aria-label="Where to look next">
        <div className="tiles tiles--two">
          {tiles.map(({ title, text, button, href, picture }) => (
            <Tile
              key={href}
              to={href}
              title={title}
              heading="h2"
              text={text}
              words={button}
              picture={<Picture picture={picture} sizes="50vw" alt="" className="scene__cut" />}
            />
          ))}
        </div>
      </section>
    </main>
  );
}

type HeadOffice = PageTexts<"contact">["headOffice"];

/** Contact data of the shop: e-mail, hours, address. */
function Particulars({
  texts,
}: {
  texts: Omit<PageTexts<"contact">, "headOffice"> & { headOffice: HeadOffice | null };
}) {
  const { headOffice } = texts;
  return (
    <div className="desk__facts">
      <dl className="particulars">
        <div>
          <dt>{texts.emailLabel}</dt>
          <dd>
            <a className="text-link" href={`mailto:${texts.email}`}>
              {texts.email}
            </a>
          </dd>
        </div>
        <div>
          <dt>{texts.hoursLabel}</dt>
          <dd>{texts.hours}</dd>
        </div>
        {headOffice && (
          <div>
            <dt>{headOffice.heading}</dt>
            <dd>
              <address>
                {headOffice.lines.map((line) => (
                  <span key={line}>{line}</span>
                ))}
              </address>
              <p className="muted small">{headOffice.note}</p>
            </dd>
          </div>
        )}
      </dl>
      <p className="desk__media">
        <WithMail text={texts.mediaLine} email={texts.email} />
      </p>
    </div>
  );
}

/** A sentence with the shop's e-mail address as a link. */
function WithMail({ text, email }: { text: string; email: string }) {
  const [before, after] = text.split(email);
  if (after === undefined) return text;
  return (
    <>
      {before}
      <a className="text-link" href={`mailto:${email}`}>
        {email}
      </a>
      {after}
    </>
  );
}
