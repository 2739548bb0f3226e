import { contentImportRecord } from "~/content/content-import-record.server";
import { startThings, type StartThing, startWords } from "~/demo/start-counts";
import { counted, listed } from "../count-words";
import { ofImport } from "../imports/import-kinds.server";
import type { LogKind } from "../log/log-kind";

const isThing = (field: string): field is StartThing => Object.hasOwn(startThings, field);
const TOLD: ReadonlySet<string> = new Set(["goods", "tests", "samples"]);

/** Log kind of "start for real", the act that deletes all demo and test records before the shop opens. */
export const startKind: LogKind = {
  kind: "start-for-real",
  title: "Start for real",
  words({ field, old, new: now }) {
    if (field === "copy") return { what: "Copy in the data folder", from: "", to: String(now) };
    const from = isThing(field) ? startWords(field, Number(old)) : String(old);
    return { what: "Start for real", from, to: "cleared" };
  },
  sentence({ changes }) {
    const gone = changes.flatMap(({ field, old }) =>
      TOLD.has(field) && isThing(field) ? [startWords(field, Number(old))] : [],
    );
    const what = gone.length > 0 ? `${listed(gone)} are cleared` : "What was tried is cleared";
    return `Started for real: ${what}.`;
  },
  told(changes) {
    const copy = changes.find(({ field }) => field === "copy");
    return copy ? ` All of it lies in the data folder: ${String(copy.new)}.` : "";
  },
};

export const demoShopKind: LogKind = {
  kind: "demo-shop",
  title: "Demo goods",
  words: ({ old }) => ({ what: "Demo goods", from: counted(Number(old), "product"), to: "cleared" }),
  sentence: ({ changes: [first] }) => `The demo goods are cleared: ${counted(Number(first?.old ?? 0), "product")}.`,
};

export const contentImportKind = ofImport(contentImportRecord, {
  title: "Imports of content",
  name: "Content file",
  page: "/content",
  isIn: "is in the shop",
});
