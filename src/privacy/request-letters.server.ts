import { createElement, type ReactElement } from "react";
import { renderLetter } from "~/platform/render-letter.server";
import type { Services } from "~/services";
import { lastMoment } from "~/shop/shop-time";
import { copyAddress } from "./person-copy.server";
import { type PersonRequest, requestById, wantsErasure } from "./person-requests.server";
import {
  codeSubject,
  CopyReady,
  copyReadySubject,
  Erased,
  erasedSubject,
  refusedSubject,
  RequestCode,
  RequestRefused,
} from "./request.email";
import { giftCardsOfPerson } from "./person-gift-cards.server";
import { codeOf, shownCode } from "./request-code.server";

type Sending = Pick<Services, "db" | "mail" | "settings" | "address" | "sealer">;

async function send(
  { mail }: Pick<Sending, "mail">,
  to: string,
  { subject, letter, key }: { subject: string; letter: ReactElement; key: string },
): Promise<void> {
  await mail.send({ to, subject, ...(await renderLetter(letter)), key });
}

/** The request with its address; undefined if it is gone, or forgot its address. */
async function addressed(
  { db }: Pick<Sending, "db">,
  id: string,
): Promise<(PersonRequest & { email: string }) | undefined> {
  const request = await requestById(db, id);
  return request?.email ? { ...request, email: request.email } : undefined;
}

/** Sends the present code of a request, also one for its copy. */
export async function sendCode(services: Sending, id: string): Promise<void> {
  const request = await addressed(services, id);
  if (!request) return;
  const { address } = services;
  const [settings, code] = [services.settings(), shownCode(codeOf(services, request))];
  await send(services, request.email, {
    subject: codeSubject(settings),
    letter: createElement(RequestCode, { settings, address, kind: request.kind, code }),
    key: `person-code ${id} ${request.codeAt.toISOString()} ${request.codeLetters}`,
  });
}

/** Tells a person where the copy is. */
export async function tellCopyReady(services: Sending, id: string): Promise<void> {
  const request = await addressed(services, id);
  if (!request?.copyUntil) return;
  const settings = services.settings();
  const until = lastMoment(request.copyUntil, settings.timeZone);
  await send(services, request.email, {
    subject: copyReadySubject(settings),
    letter: createElement(CopyReady, { settings, address: services.address, link: copyAddress(services, id), until }),
    key: `copy-ready ${id}`,
  });
}

/** Tells a person why a request is refused. */
export async function tellRefused(services: Sending, id: string): Promise<void> {
  const request = await addressed(services, id);
  if (request?.outcome !== "refused") return;
  const [settings, { address }] = [services.settings(), services];
  await send(services, request.email, {
    subject: refusedSubject(settings),
    letter: createElement(RequestRefused, { settings, address, kind: request.kind, words: request.words }),
    key: `request-refused ${id}`,
  });
}

/** Tells a person who asked for it of the erasure, before the shop forgets the address. */
export async function tellErased(services: Omit<Sending, "sealer">, email: string, erasure: string): Promise<void> {
  if (!(await wantsErasure(services.db, email))) return;
  const [settings, { address }] = [services.settings(), services];
  await send(services, email, {
    subject: erasedSubject(settings),
    letter: createElement(Erased, { settings, address, cards: await giftCardsOfPerson(services.db, email) }),
    key: `person-erased ${erasure}`,
  });
}
