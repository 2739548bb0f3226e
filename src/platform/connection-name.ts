/**
 * Number of what this program can read of the database, which grows: 1 since an order may have several payments and lines that ended. Every
 * connection names it, so that a migration can refuse to begin beside a process that cannot (`refuse_older_processes` of the database).
 */
const READS = 1;

/** Name of a connection for what it does; "" for the shop's own pool. */
export const connectionName = (purpose = ""): string => `iron-mesa/${READS}${purpose && ` ${purpose}`}`;
