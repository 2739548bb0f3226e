import { createElement } from "react";
import { NothingLeftToDo } from "~/platform/jobs.server";
import { renderLetter } from "~/platform/render-letter.server";
import { letterWords } from "~/shop/texts/letters/letter-words.server";
import { lostPiecesOf } from "../parcels/lost-pieces.server";
import { orderOfParcel, parcelsOf } from "../parcels/parcels.server";
import { insteadOf, type Parcel } from "../parcels/pieces";
import type { NotifyFound, NotifyLost } from "./letter-jobs";
import { existingOrder } from "./order-letters.server";
import { ParcelFound, parcelFoundSubject } from "./parcel-found.email";
import { SentAgain, sentAgainSubject } from "./sent-again.email";
import { type LetterEvent, type OrderLetters, sendOnce } from "./send-once.server";

/** Sends the letter about lost pieces that are sent again; once per decision. */
export async function sendLost(
  services: OrderLetters,
  { number, version, parcelId, lines }: NotifyLost,
): Promise<void> {
  const { db, settings, address } = services;
  const event: LetterEvent = {
    orderNumber: number,
    kind: "lost-told",
    onceKey: `lost-told:${number} ${version}`,
    details: { parcelId },
  };
  await sendOnce(services, event, async () => {
    const order = await existingOrder(db, number);
    const parcel = existingParcel(await parcelsOf(db, number), parcelId);
    const lost = (await lostPiecesOf(db, number)).filter((own) => own.parcelId === parcelId);
    const again = lines.map((pieces) => {
      const own = lost.find(({ position }) => position === pieces.position);
      return own ? { ...pieces, instead: insteadOf(own) } : pieces;
    });
    const words = await letterWords(db, "sent-again", settings());
    const props = { order, parcel, lines: again, words, settings: settings(), address };
    return {
      ...(await renderLetter(createElement(SentAgain, props))),
      to: order.email,
      subject: sentAgainSubject(props),
      key: `sent-again-${number}-${version}`,
    };
  });
}

/** Sends the letter that asks the shopper to return a lost parcel that arrived; once per decision. */
export async function sendFound(services: OrderLetters, { parcelId, version }: NotifyFound): Promise<void> {
  const { db, settings, address } = services;
  const number = await orderOfParcel(db, parcelId);
  if (!number) throw new NothingLeftToDo(`The parcel ${parcelId} was cleared.`);
  const which = [parcelId, version].filter((part) => part !== undefined).join(" ");
  const event: LetterEvent = {
    orderNumber: number,
    kind: "found-told",
    onceKey: `found-told:${which}`,
    details: { parcelId },
  };
  await sendOnce(services, event, async () => {
    const order = await existingOrder(db, number);
    const parcel = existingParcel(await parcelsOf(db, number), parcelId);
    const lost = (await lostPiecesOf(db, number)).filter((own) => own.parcelId === parcelId);
    const sum = (field: "sentAgain" | "refunded") => lost.reduce((count, own) => count + own[field], 0);
    const done = { sentAgain: sum("sentAgain"), refunded: sum("refunded") };
    const words = await letterWords(db, "parcel-found", settings());
    const props = { order, parcel, ...done, words, settings: settings(), address };
    return {
      ...(await renderLetter(createElement(ParcelFound, props))),
      to: order.email,
      subject: parcelFoundSubject(props),
      key: `parcel-found-${which.replace(" ", "-")}`,
    };
  });
}

function existingParcel(parcels: Parcel[], id: number): Parcel {
  const parcel = parcels.find((own) => own.id === id);
  if (!parcel) throw new NothingLeftToDo(`The parcel ${id} was cleared.`);
  return parcel;
}
