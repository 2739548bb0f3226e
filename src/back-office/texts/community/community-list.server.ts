import { folded } from "~/shop/folded-text";
import { randomBytes } from "node:crypto";
import type { Services } from "~/services";
import { COMMUNITY_KINDS, communityForms, type CommunityKind } from "~/shop/community/community-forms";
import { allCommunity } from "~/shop/community/community-lists.server";
import { allStates } from "~/shop/community/community.server";
import type { Member } from "~/shop/members/member";
import { can } from "~/shop/members/rights";
import { requireRight } from "~/shop/members/rights.server";
import { namedProducts } from "~/shop/catalog/named-products.server";
import { draftedValues } from "~/shop/publishing/drafts.server";
import type { Sign } from "../../ui/state";
import { communityName, communityNote, UNNAMED } from "./community-words";
import { recordState } from "../text-line";

/** A community record in the list of its kind. */
export interface CommunityListed {
  id: string;
  name: string;
  note: string;
  state: { sign: Sign; text: string };
}

/** Kind of community records that the list at a path shows; undefined for other paths. */
export const listedKind = (pathname: string): CommunityKind | undefined =>
  COMMUNITY_KINDS.find((kind) => pathname.replace(/\/$/, "").endsWith(`/words/${communityForms[kind].slug}`));

/**
 * All community records of one kind with the values of their drafts; with a search text only records that contain it.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function communityList(services: Services, member: Member, kind: CommunityKind, text: string) {
  await requireRight(services, member, "content.read");
  const { db } = services;
  const [rows, found, states] = await Promise.all([allCommunity(db, kind), draftedValues(db), allStates(db)]);
  const drafts = found.filter((draft) => draft.kind === kind);
  const known = new Set(rows.map(({ id }) => id));
  const all = [
    ...rows,
    ...drafts.filter(({ id }) => !known.has(id)).map(({ id }) => ({ id, version: 0, values: {} })),
  ].map((row) => {
    const draft = drafts.find(({ id }) => id === row.id);
    const values: Values = { ...row.values, ...draft?.values };
    return { id: row.id, values, changes: Object.keys(draft?.values ?? {}).length };
  });
  const products =
    kind === "film"
      ? await namedProducts(
          db,
          all.map(({ values }) => String(values.product ?? "")),
        )
      : null;
  const state = new Map(states.map(({ code, name }) => [code, name]));
  const wanted = folded(text);
  // A record whose creation was undone remains as an empty row and is not listed.
  const written = all.filter(({ values, changes }) => changes > 0 || communityName(kind, values) !== "");
  const listed = written.map(({ id, values, changes }): CommunityListed => {
    const note = communityNote(kind, values, {
      state: state.get(String(values.state)),
      product: products?.get(String(values.product ?? ""))?.name,
    });
    return {
      id,
      name: communityName(kind, values) || UNNAMED,
      note,
      state: recordState(changes, values.isShown === true),
    };
  });
  return {
    kind,
    records: listed.filter(({ name, note }) => folded(`${name}\n${note}`).includes(wanted)),
    drafts: drafts.length,
    /** Id to give to a new record. */
    next: randomBytes(12).toString("hex"),
    mayChange: can(member, "content.change"),
  };
}

type Values = Readonly<Record<string, unknown>>;
