import { moderation } from "~/shop/audit/moderated.server";
import { communitySignups, states } from "./community.tables";

/** Moderation of sign-ups to the community. */
export const moderatedSignups = moderation({
  kind: "sign-up",
  record: "community-signup",
  table: communitySignups,
  at: "joinedAt",
  state: "standing",
  person: communitySignups.email,
  async tell(db) {
    const names = new Map((await db.select().from(states)).map(({ code, name }) => [code, name]));
    return ({ name, state }) => ({
      author: name,
      words: `Wants to join the community in ${names.get(state)}.`,
      inShort: `Community in ${names.get(state)}`,
      name,
    });
  },
});
