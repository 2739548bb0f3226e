/** Roles of members; `rights.ts` defines their rights. */
export const roles = ["owner", "manager", "packer", "editor", "bookkeeper"] as const;
export type Role = (typeof roles)[number];

/** Whether a text is the name of a role. */
export const isRole = (text: unknown): text is Role => roles.some((role) => role === text);

/** Name of each role as members read it, with a sentence about what the role may do. */
export const roleWords: Record<Role, { name: string; does: string }> = {
  owner: { name: "Owner", does: "Everything, members, payment keys, recalls and erasing shoppers included." },
  manager: { name: "Manager", does: "Everything but members, payment keys, recalls and erasing shoppers." },
  packer: {
    name: "Packer",
    does: "Orders, also by phone, parcels, returns and stock. Sees no money beyond those orders, no cost or people.",
  },
  editor: { name: "Editor", does: "Words and pictures of goods and pages, moderation and messages." },
  bookkeeper: { name: "Bookkeeper", does: "Reads and exports. Changes nothing." },
};

/** A signed-in member of the shop's staff. Shoppers have no accounts. */
export interface Member {
  id: string;
  name: string;
  email: string;
  role: Role;
  /** Last time at which the member showed a second factor in this session. */
  confirmedAt?: Date;
}
