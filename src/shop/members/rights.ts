import type { Member, Role } from "./member";

const { owner, manager, packer, editor, bookkeeper } = {
  owner: "owner",
  manager: "manager",
  packer: "packer",
  editor: "editor",
  bookkeeper: "bookkeeper",
} as const satisfies Record<Role, Role>;

/**
 * Roles by right. A right ending in `.read` shows a screen, or only the named field; others change something or let data leave the shop.
 */
const HOLDERS = {
  "today.read": [owner, manager, packer, editor, bookkeeper],
  /** The member's own name, address and ways to sign in. */
  account: [owner, manager, packer, editor, bookkeeper],

  "orders.read": [owner, manager, packer, bookkeeper],
  /** Pack, send, deliver, correct the address before a parcel leaves. */
  "orders.ship": [owner, manager, packer],
  /** Cancel, swap sizes, write to the shopper again. */
  "orders.change": [owner, manager],
  /** Make an order for a shopper who pays it by a link. */
  "orders.make": [owner, manager, packer],
  /** In such an order, reduce prices, and hold more than half of a variant. */
  "orders.reduce": [owner, manager],
  /** Correct whom letters about an order go to. */
  "orders.email": [owner, manager],
  "orders.note": [owner, manager, packer],
  /** Name and address of a parcel. */
  "orders.address.read": [owner, manager, packer, bookkeeper],
  /** See money: payments, refunds and debts. */
  "money.read": [owner, manager, bookkeeper],
  "money.refund": [owner, manager],

  "returns.read": [owner, manager, packer, bookkeeper],
  /** Take a parcel in: pieces and their condition. */
  "returns.receive": [owner, manager, packer],
  /** Approve or refuse; restock, write off, refund, exchange. */
  "returns.settle": [owner, manager],

  "goods.read": [owner, manager, packer, editor, bookkeeper],
  "goods.words": [owner, manager, editor],
  "goods.pictures": [owner, manager, editor],
  /** Prices, sizes and colors, category, tax kind, on the shop or put away. */
  "goods.change": [owner, manager],
  "goods.prices": [owner, manager],
  "goods.cost.read": [owner, manager, bookkeeper],
  "goods.cost": [owner, manager],
  "goods.import": [owner, manager],

  "stock.read": [owner, manager, packer, bookkeeper],
  "stock.change": [owner, manager, packer],

  "discounts.read": [owner, manager, bookkeeper],
  "discounts.change": [owner, manager],

  "content.read": [owner, manager, editor, bookkeeper],
  "content.change": [owner, manager, editor],
  "queue.read": [owner, manager, editor, bookkeeper],
  "queue.moderate": [owner, manager, editor],
  "messages.read": [owner, manager, editor, bookkeeper],
  "messages.answer": [owner, manager, editor],

  /** A shopper's e-mail, phone, and all records of one person. */
  "people.read": [owner, manager, bookkeeper],
  "people.change": [owner, manager],
  erase: [owner],

  /** Save a filtered list under a name, and put such a view away. */
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
  /** Clear demo and test records for good. */
  "start-for-real": [owner],
} as const satisfies Record<string, readonly Role[]>;

/** Something a member may do or see. */
export type Right = keyof typeof HOLDERS;

export const rights = Object.keys(HOLDERS) as Right[];

/**
 * Rights that need more than a session, which may be left open or stolen: each use requires a recent factor. Fields of records have
 * `needsFactor`.
 */
const FACTOR_RIGHTS: ReadonlySet<Right> = new Set(["members", "payments.keys", "export", "erase", "start-for-real"]);

/** Whether a right requires a recent factor. */
export const takesFactor = (right: Right): boolean => FACTOR_RIGHTS.has(right);

/** Whether a member may do or see something. */
export const can = ({ role }: Pick<Member, "role">, right: Right): boolean =>
  (HOLDERS[right] as readonly Role[]).includes(role);
