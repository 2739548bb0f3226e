import type { Member, Role } from "./member";

const { owner, manager, packer, editor, bookkeeper } = {
  owner: "owner",
  manager: "manager",
  packer: "packer",
  editor: "editor",
  bookkeeper: "bookkeeper",
} as const satisfies Record<Role, Role>;

/**
 * Roles that have each right. A right ending in `.read` allows seeing a screen or the named field; other rights allow changes or
 * exports.
 */
const HOLDERS = {
  "today.read": [owner, manager, packer, editor, bookkeeper],
  /** The member's own name, address and ways to sign in. */
  account: [owner, manager, packer, editor, bookkeeper],

  "orders.read": [owner, manager, packer, bookkeeper],
  /** Pack, ship and deliver orders, and correct the address before a parcel is shipped. */
  "orders.ship": [owner, manager, packer],
  /** Cancel orders, swap sizes, and send letters to shoppers again. */
  "orders.change": [owner, manager],
  /** Create an order for a shopper, who pays it by a link. */
  "orders.make": [owner, manager, packer],
  /** Reduce prices in an order that a member makes, and reserve more than half of a variant's pieces for it. */
  "orders.reduce": [owner, manager],
  /** Correct the e-mail address to which letters about an order are sent. */
  "orders.email": [owner, manager],
  "orders.note": [owner, manager, packer],
  /** See name and address of a parcel. */
  "orders.address.read": [owner, manager, packer, bookkeeper],
  /** See payments, refunds and debts. */
  "money.read": [owner, manager, bookkeeper],
  "money.refund": [owner, manager],

  "returns.read": [owner, manager, packer, bookkeeper],
  /** Record a returned parcel: its pieces and their condition. */
  "returns.receive": [owner, manager, packer],
  /** Approve or refuse returns; restock, write off, refund and exchange pieces. */
  "returns.settle": [owner, manager],

  "goods.read": [owner, manager, packer, editor, bookkeeper],
  "goods.words": [owner, manager, editor],
  "goods.pictures": [owner, manager, editor],
  /** Change prices, sizes, colors, category and tax kind; publish and archive products. */
  "goods.change": [owner, manager],
  "goods.prices": [owner, manager],
  "goods.cost.read": [owner, manager, bookkeeper],
  "goods.cost": [owner, manager],
  "goods.import": [owner, manager],

  "stock.read": [owner, manager, packer, bookkeeper],
  "stock.change": [owner, manager, packer],

  "discounts.read": [owner, manager, bookkeeper],
  "discounts.change": [owner, manager],

  "gift-cards.read": [owner, manager, bookkeeper],
  /** Give gift cards, close and open them, and send or replace their codes. */
  "gift-cards.change": [owner, manager],

  "content.read": [owner, manager, editor, bookkeeper],
  "content.change": [owner, manager, editor],
  "queue.read": [owner, manager, editor, bookkeeper],
  "queue.moderate": [owner, manager, editor],
  "messages.read": [owner, manager, editor, bookkeeper],
  "messages.answer": [owner, manager, editor],

  /** See a shopper's e-mail address and phone number, and all records of one person. */
  "people.read": [owner, manager, bookkeeper],
  "people.change": [owner, manager],
  erase: [owner],
  /** Write to everybody who has certain goods. */
  recall: [owner],

  /** Save a filtered list under a name, and archive such a view. */
  views: [owner, manager, packer, editor],

  "figures.read": [owner, manager, bookkeeper],
  export: [owner, manager, bookkeeper],

  "settings.read": [owner, manager, bookkeeper],
  "settings.change": [owner, manager],
  "payments.keys": [owner],
  "members.read": [owner],
  members: [owner],
  "log.read": [owner, manager, bookkeeper],
  "system.read": [owner, manager, bookkeeper],
  "system.change": [owner, manager],
  /** Delete all demo and test records. */
  "start-for-real": [owner],
} as const satisfies Record<string, readonly Role[]>;

/** Right to do or see something. */
export type Right = keyof typeof HOLDERS;

export const rights = Object.keys(HOLDERS) as Right[];

/**
 * Rights that require a recent second factor for each use, since a session may be left open or stolen. For fields of records,
 * `needsFactor` requires one.
 */
const FACTOR_RIGHTS: ReadonlySet<Right> = new Set([
  "members",
  "payments.keys",
  "export",
  "erase",
  "recall",
  "start-for-real",
]);

/** Whether a right requires a recent second factor. */
export const takesFactor = (right: Right): boolean => FACTOR_RIGHTS.has(right);

/** Whether the role of a member has a right. */
export const can = ({ role }: Pick<Member, "role">, right: Right): boolean =>
  (HOLDERS[right] as readonly Role[]).includes(role);
