import type { Actor } from "~/shop/actor";
import type { Member } from "./member";

/** A member as actor in histories: by id, which does not change with the name. */
export const actorOf = ({ id }: Pick<Member, "id">): Actor => ({ kind: "staff", name: id });
