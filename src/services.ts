import { createContext } from "react-router";
import type { Backups } from "~/backup/backups";
import type { Database } from "~/platform/database.server";
import type { Jobs } from "~/platform/jobs.server";
import type { Mailer } from "~/platform/mail.server";
import type { Outgoing } from "~/platform/outgoing.server";
import type { PictureStore } from "~/platform/picture-store.server";
import type { PaymentGateway } from "~/shop/payments/gateway";
import type { Sealer } from "~/platform/sealing.server";
import type { HashQueue } from "~/shop/members/hash-queue.server";
import type { Settings } from "~/shop/settings";
import type { TaxTable } from "~/shop/tax/tax-table";

/** Services of the outside world, as the shop uses them. */
export interface Services {
  db: Database;
  payments: PaymentGateway;
  jobs: Jobs;
  mail: Mailer;
  /** Door for everything that leaves the process. */
  outgoing: Outgoing;
  pictures: PictureStore;
  /** Folder for copies of cleared records. */
  copies: string;
  /** Backups that the shop makes by itself. */
  backups: Backups;
  /** Encrypts and signs values that leave the server and come back. */
  sealer: Sealer;
  /** Queue for hashing passphrases, with few at once. */
  hashes: HashQueue;
  /** Settings in force; a change by any process reaches all. */
  settings(): Settings;
  /** Reloads the settings; resolves when this process uses the stored ones. */
  reloadSettings(): Promise<void>;
  /**
   * Rates and rules of sales tax in force; null where no state is ticked.
   *
   * @throws {Refusal} `checkout-stopped` while they cannot be read.
   */
  taxes(): TaxTable | null;
  /**
   * Names of unreadable prices, while no order is taken: settings of the delivery fee, and `tax`. Empty in a healthy shop.
   */
  unreadable(): readonly string[];
  /** Reloads rates and rules; resolves when this process uses the stored ones. */
  reloadTaxes(): Promise<void>;
  /** Address of the back office, without a trailing slash. */
  backOfficeAddress: string;
  /** Public address of the shop, without a trailing slash. */
  address: string;
  mode: "demo" | "live";
  googleMapsKey: string;
}

/** Context key by which loaders and actions get the services. */
export const services = createContext<Services>();
