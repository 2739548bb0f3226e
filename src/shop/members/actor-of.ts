import type { Actor } from "~/shop/actor";
import type { Member } from "./member";

/** Actor that histories store for a member: the id, which does not change with the member's name. */
export const actorOf = ({ id }: Pick<Member, "id">): Actor => ({ kind: "staff", name: id });
