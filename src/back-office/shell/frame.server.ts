import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { Services } from "~/services";
import { loadOptional } from "~/shop/optional.server";
import { actOf } from "~/shop/audit/acts.server";
import { type Member, roleWords } from "~/shop/members/member";
import { doneSentence } from "../log/act-sentence.server";
import { recordNames } from "../log/record-names.server";
import { recordKinds } from "../record-kinds.server";
import { placesFor } from "./screen-places";
import { preferencesOf } from "./preferences";
import { railWaits } from "./rail-waits.server";

/**
 * Data for the frame: shop, member, and the act that redirected to this page. The rail stays without its numbers if they cannot be
 * counted, so that a member finds the way from a page that fails.
 */
export async function workshopFrame(services: Services, member: Member, request: Request) {
  const { shopName } = services.settings();
  const [waits, done = null] = await Promise.all([
    loadOptional(railWaits(services, member), "The rail has no numbers."),
    loadOptional(doneAct(services, member, request), "The frame does not name the last act."),
  ]);
  return {
    shopName,
    shopAddress: services.address,
    sendsMail: services.mail.isDelivering,
    member: { name: member.name, role: roleWords[member.role].name.toLowerCase() },
    places: placesFor(member, waits),
    ...preferencesOf(request),
    done,
  };
}

/** Act whose id is in the address, if this member did it: a sentence about it, and its undo. */
async function doneAct(services: Services, member: Member, request: Request): Promise<DoneAct | null> {
  const { searchParams, pathname } = new URL(request.url);
  const id = z.uuid().safeParse(searchParams.get("done")).data;
  const act = id && (await actOf(services, member, recordKinds, id));
  if (!act || act.memberId !== member.id) return null;
  const back = pathname.replace(/^\/back-office/, "").replace(/(?:\/?_)?\.data$/, "") || "/";
  return {
    key: id,
    text: doneSentence(act, await recordNames(services.db, act.changes.slice(0, 1)), services),
    ...(act.undoable === "yes" && { undo: { action: `/log/${id}`, fields: { submission: randomUUID(), back } } }),
  };
}

export type WorkshopFrame = Awaited<ReturnType<typeof workshopFrame>>;

/** An act that was just done, as the frame's message shows it. */
export interface DoneAct {
  key: string;
  text: string;
  undo?: { action: string; fields: Record<string, string> };
}
