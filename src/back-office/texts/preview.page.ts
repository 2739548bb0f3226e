import type { LoaderFunctionArgs } from "react-router";
import { orNotFound } from "~/shop/form";
import { previewWords } from "~/shop/publishing/preview-text.server";
import { wholeMoment } from "~/shop/shop-time";
import { momentsOf } from "~/shop/wall-clock";
import { memberOf, servicesOf, shopPageContext } from "../context";
import { withPreviewBanner } from "../preview-banner";
import { letterDocument } from "./letters/letter-look.server";
import { previewAddress } from "./shown-address.server";
import { textAddress, wordsAt } from "./texts-address";

/** Page of the shop with the draft of one text, for members. In a frame the page has no banner about the preview. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const [member, services] = [memberOf(context), servicesOf(context)];
  const words = orNotFound(
    params.page === "faq" ? wordsAt({ page: "faq", question: params.question ?? "" }) : wordsAt(params),
  );
  const letter = await letterDocument(services, member, words, new URL(request.url).searchParams);
  if (letter) return letter;
  // Without an id the whole FAQ is previewed, with the drafts of all questions.
  const isChosen = ({ kind, id }: typeof words) => kind === words.kind && (id === words.id || words.id === "");
  const { searchParams } = new URL(request.url);
  const at = momentOf(searchParams.get("at"), services.settings().timeZone);
  const texts = await previewWords(services, member, isChosen, at);
  const draw = orNotFound(context.get(shopPageContext));
  const page = await draw(await previewAddress(services, words, texts), { texts });
  const isFramed = searchParams.get("framed") === "1";
  const back = {
    address: services.backOfficeAddress + (words.id === "" ? "/words/faq" : textAddress(words)),
    what: at ? `this page as on ${wholeMoment(at, services.settings().timeZone)}` : "this page with its draft",
  };
  const html = isFramed ? await page.text() : withPreviewBanner(await page.text(), back);
  return new Response(html, { status: page.status, headers: page.headers });
}

/** Parses a time from the address, in the shop's time zone; undefined if there is none. */
export const momentOf = (typed: string | null, timeZone: string): Date | undefined =>
  momentsOf(typed ?? "", timeZone)[0];
