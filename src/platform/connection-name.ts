/**
 * Newest form of the stored rows that this program can read: 1 since an order may have several payments and lines that ended. The name of
 * every connection has it, so that a migration does not begin beside a process that cannot read its rows (the database's
 * `refuse_older_processes`).
 */
const READS = 1;

/** The least form that a process has to read where orders have several payments. */
export const SEVERAL_PAYMENTS = 1;

/** Name of a connection for what it does; "" for the shop's own pool. */
export const connectionName = (purpose = ""): string => `iron-mesa/${READS}${purpose && ` ${purpose}`}`;
