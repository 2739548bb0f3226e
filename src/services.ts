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
import type { Offer } from "~/shop/offers/offer";
import type { Settings } from "~/shop/settings";
import type { TaxTable } from "~/shop/tax/tax-table";

/** Services of a running shop that pages, calls and jobs use. */
export interface Services {
  db: Database;
  payments: PaymentGateway;
  jobs: Jobs;
  mail: Mailer;
  /** Runs every request to another server; refuses them while the shop is held. */
  outgoing: Outgoing;
  pictures: PictureStore;
  /** Folder for copies of deleted records. */
  copies: string;
  /** Backups that the shop makes on its own. */
  backups: Backups;
  /** Free bytes on the fullest disk that holds the shop's data and backups; undefined if the system does not say. */
  freeBytes(): Promise<number | undefined>;
  /** Encrypts and signs values that are sent to browsers and returned by them. */
  sealer: Sealer;
  /** Queue for hashing passphrases, which limits how many are hashed at the same time. */
  hashes: HashQueue;
  /** Current settings; a change by any process reaches all processes. */
  settings(): Settings;
  /** Reloads the settings; resolves when this process uses the stored values. */
  reloadSettings(): Promise<void>;
  /**
   * Current rates and rules of sales tax; null if the merchant has ticked no state in which the shop collects tax.
   *
   * @throws {Refusal} `checkout-stopped` while they cannot be read.
   */
  taxes(): TaxTable | null;
  /**
   * Names of prices that cannot be read, because of which no order is accepted: settings of the delivery fee, and `tax`. Empty in
   * a healthy shop.
   */
  unreadable(): readonly string[];
  /** Reloads rates and rules of sales tax; resolves when this process uses the stored values. */
  reloadTaxes(): Promise<void>;
  /** Offers in the merchant's order, those that do not run now included; a change by any process reaches all processes. */
  offers(): readonly Offer[];
  /** Reloads the offers; resolves when this process uses the stored values. */
  reloadOffers(): Promise<void>;
  /** Address of the back office, without a trailing slash. */
  backOfficeAddress: string;
  /** Public address of the shop, without a trailing slash. */
  address: string;
  mode: "demo" | "live";
  googleMapsKey: string;
}

/** Context key by which loaders and actions get the services. */
export const services = createContext<Services>();
