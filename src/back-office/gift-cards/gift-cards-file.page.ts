import type { LoaderFunctionArgs } from "react-router";
import { giftCardsFile } from "~/shop/gift-cards/gift-card-list.server";
import { memberOf, servicesOf } from "../context";
import { csvDownload } from "../csv-download";

/** Sends the list of gift cards as a CSV file. */
export const loader = ({ context }: LoaderFunctionArgs) =>
  csvDownload(context, "/gift-cards", async () => ({
    name: "gift-cards",
    body: await giftCardsFile(servicesOf(context), memberOf(context)),
  }));
