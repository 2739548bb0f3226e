import { and, eq, inArray } from "drizzle-orm";
import { z } from "zod";
import type { Database, Transaction } from "~/platform/database.server";
import type { RecordKind } from "~/shop/audit/record-kind.server";
import type { Services } from "~/services";
import { stateOfZip } from "~/shop/places/places.server";
import { Refusal } from "~/shop/refusal";
import { refuseOtherTax } from "./refuse-other-tax.server";
import { Customer, streetOf } from "./order";
import { shownNumber } from "./order-number";
import { orders, parcels } from "./orders.tables";
import { orderNotes } from "./order-notes.tables";

/** States of an order before a parcel was shipped to its address. */
const BEFORE_LEAVING = new Set(["paid", "packed", "partly-refunded"]);

/** Whether an order's address can be corrected: it is paid, not completed, and nothing was shipped. */
export async function isAddressOpen(tx: Pick<Transaction, "$count">, number: string, state: string): Promise<boolean> {
  return BEFORE_LEAVING.has(state) && (await tx.$count(parcels, eq(parcels.orderNumber, number))) === 0;
}

const { name, phone, address, city, postalCode } = Customer.shape;
const ofShopper = (schema: z.ZodType) => ({ schema, isPrivate: true });

type Place = Pick<Customer, "address" | "city">;

/**
 * Converts a corrected street and city to the stored form, which has the city at the end of the address if it was there before.
 */
function placeKept(row: Place, { address: typed = streetOf(row), city: place = row.city }: Partial<Place>): Place {
  const street = streetOf({ address: typed, city: place });
  const namesCity = streetOf(row) !== row.address;
  return { address: namesCity && place ? `${street}, ${place}` : street, city: place };
}

/**
 * Record kind of an order's address; the street is without the city. Former values are in the change log, where they can be
 * erased.
 */
export const orderAddressRecord: RecordKind = {
  kind: "order-address",
  right: "orders.ship",
  fields: {
    name: ofShopper(name),
    phone: { ...ofShopper(phone), right: "people.change" },
    address: ofShopper(address),
    city: ofShopper(city),
    postalCode: ofShopper(postalCode),
  },
  async read(tx, number) {
    const [row] = await tx.select().from(orders).where(eq(orders.number, number)).for("update");
    return (
      row && {
        version: row.version,
        values: {
          name: row.name,
          phone: row.phone,
          address: streetOf(row),
          city: row.city,
          postalCode: row.postalCode,
        },
      }
    );
  },
  async write(tx, number, values, version) {
    const [row] = await tx
      .select({ state: orders.state, address: orders.address, city: orders.city, postalCode: orders.postalCode })
      .from(orders)
      .where(eq(orders.number, number));
    if (!row || !(await isAddressOpen(tx, number, row.state))) throw new Refusal("order-state");
    const hasMoved = "address" in values || "city" in values;
    const place = hasMoved ? placeKept(row, values as Partial<Place>) : {};
    const zip = values["postalCode"];
    await refuseOtherTax(tx, number, { ...row, ...place, ...(zip !== undefined && { postalCode: String(zip) }) });
    const region = zip === undefined ? {} : { region: await stateOfZip(tx, String(zip)) };
    const [changed] = await tx
      .update(orders)
      .set({ ...values, ...place, ...region, version: version + 1 })
      .where(and(eq(orders.number, number), eq(orders.version, version)))
      .returning({ version: orders.version });
    return changed?.version;
  },
};

/** Address of an order for the form that corrects it, and whether it can be corrected. The caller checks the right. */
export async function addressOfOrder({ db }: Pick<Services, "db">, number: string) {
  const [row] = await db.select().from(orders).where(eq(orders.number, number));
  if (!row) return null;
  const address = {
    name: row.name,
    phone: row.phone,
    address: streetOf(row),
    city: row.city,
    postalCode: row.postalCode,
  };
  return { version: row.version, isOpen: await isAddressOpen(db, number, row.state), address };
}

/** Numbers of the orders that notes in the change log are about, by kind and id. */
export async function noteNames(
  db: Database,
  changes: readonly { kind: string; record: string }[],
): Promise<[key: string, { name: string; orderNumber: string }][]> {
  const ids = changes.flatMap(({ kind, record }) => (kind === orderNoteRecord.kind ? [Number(record)] : []));
  if (ids.length === 0) return [];
  const { id, orderNumber } = orderNotes;
  const rows = await db.select({ id, orderNumber }).from(orderNotes).where(inArray(id, ids));
  return rows.map((row) => [
    `${orderNoteRecord.kind} ${row.id}`,
    { name: shownNumber(row.orderNumber), orderNumber: row.orderNumber },
  ]);
}

/** Record kind of a member's note about an order. Removed notes remain stored, so that undo can restore them. */
export const orderNoteRecord: RecordKind = {
  kind: "order-note",
  right: "orders.note",
  fields: { isRemoved: { schema: z.boolean() } },
  async read(tx, id) {
    const [row] = await tx
      .select()
      .from(orderNotes)
      .where(eq(orderNotes.id, Number(id)))
      .for("update");
    return row && { version: row.version, values: { isRemoved: row.removedAt !== null } };
  },
  async write(tx, id, { isRemoved }, version) {
    const [row] = await tx
      .update(orderNotes)
      .set({ removedAt: isRemoved ? new Date() : null, version: version + 1 })
      .where(and(eq(orderNotes.id, Number(id)), eq(orderNotes.version, version)))
      .returning({ version: orderNotes.version });
    return row?.version;
  },
};
