/**
 * Version of stored rows that this program can read; 1 means that an order may have several payments, and lines that ended, 2 that
 * gift cards may pay parts of it. The
 * name of every connection contains it, so that the database (`refuse_older_processes`) can refuse a migration while a process is
 * connected that could not read the migrated rows.
 */
const READS = 2;

/** Version that a process must be able to read once orders have several payments. */
export const SEVERAL_PAYMENTS = 1;

/** Name for a connection with this purpose; "" for the shop's own pool. */
export const connectionName = (purpose = ""): string => `iron-mesa/${READS}${purpose && ` ${purpose}`}`;
