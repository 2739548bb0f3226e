import { idOfName } from "~/platform/id-of-name.server";

type Row = Record<string, unknown>;
type Change = (row: Row) => Row;

const without =
  (...names: string[]): Change =>
  (row) =>
    Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)));

/** Functions that convert a row to the next version of the format, by version and table. */
const changes: Record<number, Record<string, Change>> = {
  2: {
    menu_links: (row) => ({ id: idOfName(`menu_links ${String(row.menu)} ${String(row.position)}`), ...row }),
    banners: (row) => ({ id: idOfName(`banners ${String(row.position)}`), ...row }),
    reviews: without("order_number", "order_line", "request_key"),
    questions: without("request_key", "answer_mailed_at"),
  },
};

/** Converts a row of an earlier version to the current format. */
export const fromEarlierVersion = (version: number, table: string, row: Row): Row =>
  Object.keys(changes)
    .map(Number)
    .filter((later) => later > version)
    .reduce((current, later) => changes[later]?.[table]?.(current) ?? current, row);
