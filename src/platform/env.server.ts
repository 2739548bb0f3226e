import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { z } from "zod";
import { BUCKET_ADDRESS, bucketsIn, type StoreKeys } from "./bucket-address";
import type { Bucket } from "./object-store.server";
import { UnusableEnv } from "./unusable-env";

export { UnusableEnv };

const url = (protocols: RegExp, example: string) =>
  z.url({ protocol: protocols, error: `must be an address such as ${example}` });

const Variables = z.object({
  /** Port on which the shop listens; 0 chooses a free one. */
  PORT: z.coerce.number({ error: "must be a number" }).int().min(0).max(65_535).default(3000),
  /** Network address on which the shop listens; unset means all addresses, or only loopback behind a proxy. */
  HOST: z.string().max(253).optional(),
  /** Folder for everything that must survive a restart: database, pictures, outbox. */
  DATA_DIR: z.string().default("data"),
  /** PostgreSQL 15 or newer to use instead of the built-in database. */
  DATABASE_URL: url(/^postgres(ql)?$/, "postgres://shop:secret@db.example/shop").optional(),
  /**
   * Address of the same database without a pooler such as PgBouncer, for LISTEN, jobs, migrations and backups; unset means
   * DATABASE_URL.
   */
  DATABASE_DIRECT_URL: url(/^postgres(ql)?$/, "postgres://shop:secret@db.example:5432/shop").optional(),
  /** Address for the role that owns the tables, for migrations; unset means that DATABASE_URL's role owns them. */
  DATABASE_OWNER_URL: url(/^postgres(ql)?$/, "postgres://shop_owner:secret@db.example/shop").optional(),
  /** Address of the shop for shoppers, used in links of letters and for search engines. */
  PUBLIC_URL: url(/^https?$/, "https://shop.example").optional(),
  /** Host (with port, if any) that serves only the back office; unset means the shop's host, under /back-office. */
  BACK_OFFICE_HOST: z
    .string()
    .regex(/^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::\d{1,5})?$/, "must be a host such as office.shop.example")
    .refine((host) => URL.canParse(`http://${host}`), "must be a host such as office.shop.example")
    .optional(),
  /** Number of proxies whose X-Forwarded-For is trusted; unset means one for an https address, otherwise none. */
  TRUSTED_PROXIES: z.coerce.number({ error: "must be a number" }).int().min(0).max(10).optional(),
  /** `live` refuses settings that are only suitable for demonstrations. */
  SHOP_MODE: z.enum(["demo", "live"], { error: "must be demo or live" }).default("demo"),
  /** First content of an empty database: the demo shop, or only its texts and menus. */
  START_WITH: z.enum(["demo", "empty"], { error: "must be demo or empty" }).default("demo"),
  /** Mail server; if unset, letters are written into the outbox folder. */
  SMTP_URL: url(/^smtps?$/, "smtp://user:secret@mail.example:587").optional(),
  /** `false` allows unencrypted mail to an smtp server; unset allows it only to a server on this machine. */
  SMTP_REQUIRE_TLS: z.stringbool({ error: "must be true or false" }).optional(),
  /** Sender of letters. Required when SHOP_MODE is live and SMTP_URL is set. */
  MAIL_FROM: z.string().max(320).optional(),
  /** Stripe's keys; unset uses the sandbox gateway. */
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_/, "must start with sk_ or rk_")
    .optional(),
  STRIPE_PUBLISHABLE_KEY: z.string().regex(/^pk_/, "must start with pk_").optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_/, "must start with whsec_")
    .optional(),
  /** Address of Stripe's API, for tests; unset means Stripe's own. */
  STRIPE_API_BASE: url(/^https?$/, "http://127.0.0.1:3190").optional(),
  /** `true` lets a live shop start with the sandbox gateway or Stripe's test keys, to try the shop. */
  ALLOW_SANDBOX: z.stringbool({ error: "must be true or false" }).default(false),
  /** Google Maps key for address suggestions; unset uses the built-in ZIP table. */
  GOOGLE_MAPS_KEY: z.string().optional(),
  /** `false` starts the demo shop without invented orders and messages. */
  DEMO_SAMPLES: z.stringbool({ error: "must be true or false" }).default(true),
  /** S3 bucket for pictures, with an optional prefix; unset stores them in the data directory. */
  MEDIA_URL: z.string().regex(BUCKET_ADDRESS, "must be a bucket such as s3://shop-pictures/live").optional(),
  /** Address of the S3 store, without the bucket. Needed by MEDIA_URL and BACKUP_URL, as are both keys. */
  S3_ENDPOINT: url(/^https?$/, "https://s3.eu-central-1.amazonaws.com").optional(),
  /** Region for which requests to the S3 store are signed. */
  S3_REGION: z.string().max(60).default("auto"),
  S3_ACCESS_KEY_ID: z.string().max(200).optional(),
  S3_SECRET_ACCESS_KEY: z.string().max(200).optional(),
  /** Megabytes of disk on this machine that cache pictures of the S3 store. */
  MEDIA_CACHE_MB: z.coerce.number({ error: "must be a number" }).int().min(50).max(1_000_000).default(2000),
  /** `false` leaves resizing pictures to another process; original pictures are served meanwhile. */
  MAKE_PICTURES: z.stringbool({ error: "must be true or false" }).default(true),
  /** Seconds after which the gateway is asked about a payment that neither browser nor webhook has reported. */
  RECONCILE_AFTER: z.coerce.number({ error: "must be a number" }).int().min(0).max(86_400).default(60),
  /** Seconds for which the shop still serves requests after SIGTERM, until load balancers have noticed. */
  DRAIN_SECONDS: z.coerce.number({ error: "must be a number" }).int().min(0).max(20).default(5),
  /** Folder for backups; unset means `backups` in the data directory, on the same disk as the shop. */
  BACKUP_DIR: z.string().max(1000).optional(),
  /** S3 bucket to which each hourly backup is also uploaded; unset keeps backups only in BACKUP_DIR. */
  BACKUP_URL: z.string().regex(BUCKET_ADDRESS, "must be a bucket such as s3://shop-backups/live").optional(),
  /** `false` turns off hourly backups; the operator has to make them. */
  BACKUP_HOURLY: z.stringbool({ error: "must be true or false" }).default(true),
  /** Whether the newest backup is tested each week; unset means yes, except for a database of more than 5 GB on a server. */
  BACKUP_TEST: z.stringbool({ error: "must be true or false" }).optional(),
  /** Passphrase that encrypts and decrypts backups; it must be kept in another place than the backups. */
  BACKUP_PASSPHRASE: z.string().min(12, "must have at least 12 characters").max(1000).optional(),
  /** Port for metrics; unset turns them off. */
  METRICS_PORT: z.coerce.number({ error: "must be a number" }).int().min(0).max(65_535).optional(),
  /** Network address on which the metrics are served. */
  METRICS_HOST: z.string().max(253).default("127.0.0.1"),
  /** Minimum level of log lines. */
  LOG_LEVEL: z
    .enum(["silent", "fatal", "error", "warn", "info", "debug", "trace"], {
      error: "must be silent, fatal, error, warn, info, debug or trace",
    })
    .default("info"),
  /** Chromium for browser tests; unset means the installed one. */
  CHROMIUM: z.string().optional(),
});

interface StripeKeys {
  secretKey: string;
  publishableKey: string;
  webhookSecret: string | undefined;
  apiBase: string | undefined;
}

export interface Env {
  port: number;
  /** Network address to listen on; undefined means all addresses. */
  host: string | undefined;
  /** Absolute path of DATA_DIR. */
  dataDirectory: string;
  databaseUrl: string | undefined;
  /** Undefined if DATABASE_URL is the address of the server itself. */
  databaseDirectUrl: string | undefined;
  databaseOwnerUrl: string | undefined;
  /** Address of the shop, without a trailing slash. */
  publicUrl: string;
  /** Host and port of the back office; undefined if it is the shop's host. */
  backOfficeHost: string | undefined;
  trustedProxies: number;
  shopMode: "demo" | "live";
  startWith: "demo" | "empty";
  smtpUrl: string | undefined;
  /** Whether letters are not sent without TLS. */
  smtpRequiresTls: boolean;
  mailFrom: string;
  stripe: StripeKeys | undefined;
  googleMapsKey: string | undefined;
  /** Whether a new demo shop gets invented orders and messages. */
  demoSamples: boolean;
  makePictures: boolean;
  /** Bucket of pictures; undefined if they are files in the data directory. */
  media: (Bucket & { cacheBytes: number }) | undefined;
  /** Keys of the S3 store; undefined if none is configured. */
  storeKeys: StoreKeys | undefined;
  /** Bucket of backups; undefined if they are only in their folder. */
  backupBucket: Bucket | undefined;
  /** RECONCILE_AFTER, in seconds. */
  reconcileAfter: number;
  drainSeconds: number;
  backupDirectory: string;
  backsUpHourly: boolean;
  /** Undefined if it depends on the kind and size of the database. */
  testsBackups: boolean | undefined;
  backupPassphrase: string | undefined;
  /** Undefined if there are no metrics. */
  metricsPort: number | undefined;
  metricsHost: string;
  logLevel: z.infer<typeof Variables>["LOG_LEVEL"];
  /** Warnings for the operator of a live shop, one line each. */
  warnings: string[];
}

/**
 * Reads and validates the settings of the process. An empty environment runs the demo shop.
 *
 * @throws {UnusableEnv} if a value is invalid, two values do not fit together, or a value does not suit a live shop.
 */
export function readEnv(source: NodeJS.ProcessEnv = processEnv()): Env {
  const defined = Object.fromEntries(Object.entries(source).filter(([, value]) => value?.trim()));
  const { data: variables, error } = Variables.safeParse(defined);
  const wrong = error?.issues[0];
  if (wrong) throw new UnusableEnv(`${String(wrong.path[0])} ${wrong.message}.`);
  if (!variables) throw new UnusableEnv("The environment cannot be read.");

  const stripe = stripeKeys(variables);
  if (variables.SHOP_MODE === "live") checkLive(variables, stripe);
  const publicUrl = (variables.PUBLIC_URL ?? `http://localhost:${variables.PORT}`).replace(/(?<!\/)\/+$/, "");
  if (variables.BACK_OFFICE_HOST !== undefined && isOwnHost(variables.BACK_OFFICE_HOST, publicUrl))
    throw new UnusableEnv("BACK_OFFICE_HOST is the shop's own host: leave it out, or name another one.");

  if (variables.DATABASE_DIRECT_URL && !variables.DATABASE_URL)
    throw new UnusableEnv("DATABASE_DIRECT_URL needs DATABASE_URL: nothing pools the built-in database.");
  if (variables.DATABASE_OWNER_URL && !variables.DATABASE_URL)
    throw new UnusableEnv("DATABASE_OWNER_URL needs DATABASE_URL: the built-in database has an owner of its own.");

  if (variables.METRICS_PORT && variables.METRICS_PORT === variables.PORT)
    throw new UnusableEnv("METRICS_PORT is the shop's own port: metrics need another one.");

  // The shop itself serves only http, so that an https address means that a proxy terminates TLS.
  const trustedProxies = variables.TRUSTED_PROXIES ?? (variables.PUBLIC_URL?.startsWith("https:") ? 1 : 0);
  return {
    port: variables.PORT,
    // A client that can reach the port without the proxy could claim any network address.
    host: variables.HOST ?? (trustedProxies > 0 ? "127.0.0.1" : undefined),
    dataDirectory: resolve(variables.DATA_DIR),
    databaseUrl: variables.DATABASE_URL,
    databaseDirectUrl: variables.DATABASE_DIRECT_URL,
    databaseOwnerUrl: variables.DATABASE_OWNER_URL,
    publicUrl,
    backOfficeHost: variables.BACK_OFFICE_HOST,
    trustedProxies,
    shopMode: variables.SHOP_MODE,
    startWith: variables.START_WITH,
    smtpUrl: variables.SMTP_URL,
    smtpRequiresTls: variables.SMTP_REQUIRE_TLS ?? !(variables.SMTP_URL && isOwnMachine(variables.SMTP_URL)),
    mailFrom: variables.MAIL_FROM ?? "Iron Mesa <shop@ironmesa.example>",
    stripe,
    googleMapsKey: variables.GOOGLE_MAPS_KEY,
    demoSamples: variables.DEMO_SAMPLES,
    makePictures: variables.MAKE_PICTURES,
    ...bucketsIn(variables),
    reconcileAfter: variables.RECONCILE_AFTER,
    drainSeconds: variables.DRAIN_SECONDS,
    backupDirectory: resolve(variables.BACKUP_DIR ?? join(variables.DATA_DIR, "backups")),
    backsUpHourly: variables.BACKUP_HOURLY,
    testsBackups: variables.BACKUP_TEST,
    backupPassphrase: variables.BACKUP_PASSPHRASE,
    metricsPort: variables.METRICS_PORT,
    metricsHost: variables.METRICS_HOST,
    logLevel: variables.LOG_LEVEL,
    warnings: variables.SHOP_MODE === "live" ? warningsFor(variables) : [],
  };
}

/** @throws {UnusableEnv} if a setting that a live shop needs is missing, or a value does not suit a live shop. */
function checkLive(variables: z.infer<typeof Variables>, stripe: Env["stripe"]): void {
  if (!variables.PUBLIC_URL) throw new UnusableEnv("PUBLIC_URL must be set when SHOP_MODE is live.");
  if (!variables.PUBLIC_URL.startsWith("https:"))
    throw new UnusableEnv("PUBLIC_URL must begin with https: when SHOP_MODE is live.");
  if (variables.TRUSTED_PROXIES === 0)
    throw new UnusableEnv(
      "TRUSTED_PROXIES must be at least 1 when SHOP_MODE is live: TLS ends at a proxy, and all shoppers would count as one.",
    );
  if (variables.SMTP_URL && !variables.MAIL_FROM)
    throw new UnusableEnv("MAIL_FROM must be set when SHOP_MODE is live and SMTP_URL is set.");
  if (!stripe && !variables.ALLOW_SANDBOX)
    throw new UnusableEnv(
      "STRIPE_SECRET_KEY must be set when SHOP_MODE is live (or ALLOW_SANDBOX=true for a rehearsal).",
    );
  if (stripe && /_test_/.test(stripe.secretKey) && !variables.ALLOW_SANDBOX)
    throw new UnusableEnv(
      "STRIPE_SECRET_KEY must not be a test key when SHOP_MODE is live (or ALLOW_SANDBOX=true for a rehearsal).",
    );
  if (stripe?.apiBase) throw new UnusableEnv("STRIPE_API_BASE is for tests: it must be unset when SHOP_MODE is live.");
}

function warningsFor(variables: z.infer<typeof Variables>): string[] {
  const { HOST: host, SMTP_URL: smtp, SMTP_REQUIRE_TLS: requiresTls } = variables;
  const risks = {
    "SMTP_URL is not set: letters are written into the outbox folder and reach nobody.": !smtp,
    "SMTP_REQUIRE_TLS is false: letters and the mail server's password may travel in the clear.":
      requiresTls === false && smtp?.startsWith("smtp:") === true && !isOwnMachine(smtp),
    "STRIPE_WEBHOOK_SECRET is not set: the shop hears of no refund made at Stripe, and late of disputes.":
      Boolean(variables.STRIPE_SECRET_KEY) && !variables.STRIPE_WEBHOOK_SECRET,
    "BACK_OFFICE_HOST is not set: the back office shares the shop's host, and a fault of one page reaches the other.":
      !variables.BACK_OFFICE_HOST,
    "ALLOW_SANDBOX is true: this shop may take test payments.": variables.ALLOW_SANDBOX,
    "HOST opens the port beyond this machine: only the proxy may reach it, since X-Forwarded-For is believed.":
      host !== undefined && !isLoopback(host),
    "METRICS_HOST opens the metrics beyond this machine: nobody is asked who they are, so only a private network may reach it.":
      variables.METRICS_PORT !== undefined && !isLoopback(variables.METRICS_HOST),
  };
  return Object.entries(risks).flatMap(([warning, applies]) => (applies ? [warning] : []));
}

const isOwnMachine = (address: string): boolean => isLoopback(new URL(address).hostname);

const isLoopback = (host: string): boolean => /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(host);

/**
 * Stripe's keys; undefined if none is set. The webhook secret is optional.
 *
 * @throws {UnusableEnv} if only one of the secret and the publishable key is set, or if only one of them is a test key.
 */
function stripeKeys(variables: z.infer<typeof Variables>): StripeKeys | undefined {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_PUBLISHABLE_KEY: publishableKey } = variables;
  if (Boolean(secretKey) !== Boolean(publishableKey))
    throw new UnusableEnv("STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY are needed together.");
  if (!secretKey || !publishableKey) return undefined;
  if (/_test_/.test(secretKey) !== /_test_/.test(publishableKey))
    throw new UnusableEnv("STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY must both be test keys or both be live keys.");
  const { STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_API_BASE: apiBase } = variables;
  return { secretKey, publishableKey, webhookSecret, apiBase };
}

/** Describes on which address the shop listens, and who can reach it. */
/**
 * Whether the back office's host is the shop's own, however it is written: with the usual port, or as another name of this machine,
 * at all of which a shop without a public address answers.
 */
function isOwnHost(host: string, publicUrl: string): boolean {
  const shop = new URL(publicUrl);
  const office = new URL(`${shop.protocol}//${host}`);
  const nameOf = ({ hostname }: URL) => (hostname === "localhost" || isLoopback(hostname) ? "localhost" : hostname);
  return nameOf(office) === nameOf(shop) && office.port === shop.port;
}

export function networkOf({ host, trustedProxies }: Pick<Env, "host" | "trustedProxies">): string {
  const where = host ?? "all addresses of this machine";
  if (trustedProxies === 0) return where;
  const proxies = trustedProxies === 1 ? "a proxy" : `${trustedProxies} proxies`;
  return `${where}, behind ${proxies} (HOST sets another address, TRUSTED_PROXIES the number)`;
}

function processEnv(): NodeJS.ProcessEnv {
  if (existsSync(".env")) process.loadEnvFile(".env");
  return process.env;
}
