import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { mark } from "~/platform/marks.tables";
import type { LinkKind } from "./link-kinds";
import { roles, type Role } from "./member";

const moment = () => timestamp({ withTimezone: true });

/** Accounts of members, who sign in to the back office. */
export const memberAccounts = pgTable(
  "member_accounts",
  {
    id: uuid().primaryKey().defaultRandom(),
    name: text().notNull(),
    /** E-mail address in lower case. */
    email: text().notNull(),
    role: text().$type<Role>().notNull(),
    passphraseHash: text(),
    /** Secret of the authenticator app, encrypted with the server's key. */
    totpSecret: text(),
    /** Last time step whose code was accepted, so that each code is accepted once. */
    totpStep: bigint({ mode: "number" }).notNull().default(0),
    /** User handle of the member for passkeys (WebAuthn). */
    passkeyUser: text().notNull().unique(),
    version: integer().notNull().default(1),
    createdAt: moment().notNull().defaultNow(),
    endedAt: moment(),
  },
  (account) => [
    uniqueIndex("member_accounts_email_in_use")
      .on(account.email)
      .where(sql`ended_at is null`),
    check("member_role_is_known", sql.raw(`role in (${roles.map((role) => `'${role}'`).join(", ")})`)),
    check("member_email_is_small", sql`${account.email} = lower(${account.email})`),
  ],
);

mark(memberAccounts, {
  personal: { name: "ends", email: "ends" },
  whose: { nobody: "Members of the shop, whom the log names." },
  content: "role createdAt endedAt",
  technical: "id passphraseHash totpSecret totpStep passkeyUser version",
});

const account = () =>
  uuid()
    .notNull()
    .references(() => memberAccounts.id, { onDelete: "cascade" });

export const memberPasskeys = pgTable(
  "member_passkeys",
  {
    /** Id of the credential, base64url. */
    id: text().primaryKey(),
    memberId: account(),
    /** Host for which the passkey was created; no other host can use it. */
    rpId: text().notNull(),
    publicKey: text().notNull(),
    counter: bigint({ mode: "number" }).notNull(),
    transports: text().array().notNull(),
    isBackedUp: boolean().notNull(),
    name: text().notNull(),
    createdAt: moment().notNull().defaultNow(),
    usedAt: moment(),
  },
  (passkey) => [index().on(passkey.memberId)],
);

mark(memberPasskeys, {
  personal: { name: "ends" },
  whose: { nobody: "Members of the shop." },
  technical: "id memberId rpId publicKey counter transports isBackedUp createdAt usedAt",
});

export const memberRecoveryCodes = pgTable(
  "member_recovery_codes",
  {
    /** Hash of the member's id and the recovery code. */
    codeHash: text().primaryKey(),
    memberId: account(),
    usedAt: moment(),
  },
  (code) => [index().on(code.memberId)],
);

mark(memberRecoveryCodes, { technical: "codeHash memberId usedAt" });

export const memberSessions = pgTable(
  "member_sessions",
  {
    id: uuid().primaryKey().defaultRandom(),
    tokenHash: text().notNull().unique(),
    memberId: account(),
    /** True if the session only allows setting up a way to sign in. */
    isForSetup: boolean().notNull().default(false),
    /** Browser and operating system as text, e.g. for the list of sessions. */
    agent: text().notNull(),
    createdAt: moment().notNull(),
    seenAt: moment().notNull(),
    /** Last time at which the member showed a second factor. */
    confirmedAt: moment().notNull(),
  },
  (session) => [index().on(session.memberId), index().on(session.seenAt)],
);

mark(memberSessions, {
  personal: { agent: "ends" },
  whose: { nobody: "Members of the shop." },
  technical: "id tokenHash memberId isForSetup createdAt seenAt confirmedAt",
  leftOut: "Everybody signs in again after a restore.",
});

/** Links that can be used once; only hashes of their tokens are stored. */
export const memberLinks = pgTable(
  "member_links",
  {
    id: uuid().primaryKey().defaultRandom(),
    tokenHash: text().notNull().unique(),
    kind: text().$type<LinkKind>().notNull(),
    /** Member whom the link is for; null if the link creates the account. */
    memberId: uuid().references(() => memberAccounts.id, { onDelete: "cascade" }),
    /** E-mail address and role of an invited member. */
    email: text(),
    role: text().$type<Role>(),
    createdAt: moment().notNull(),
    expiresAt: moment().notNull(),
    usedAt: moment(),
  },
  (link) => [index().on(link.memberId), index().on(link.expiresAt)],
);

mark(memberLinks, {
  personal: { email: "ends" },
  whose: { nobody: "Invited members, deleted 30 days after the link ended." },
  technical: "id tokenHash kind memberId role createdAt expiresAt usedAt",
  leftOut: "Links are good once and for a short time.",
});

/** Forms that members sent after their session had ended, encrypted; shown again after the next sign-in. */
export const memberPendingForms = pgTable(
  "member_kept_forms",
  {
    id: uuid().primaryKey().defaultRandom(),
    memberId: account(),
    sealed: text().notNull(),
    expiresAt: moment().notNull(),
  },
  (form) => [index().on(form.expiresAt)],
);

mark(memberPendingForms, {
  personal: { sealed: "ends" },
  whose: { nobody: "Forms of members, sealed and deleted after half an hour." },
  technical: "id memberId expiresAt",
  leftOut: "Forms of sessions that a restore ends.",
});

/** Challenges that passkeys have answered, so that each is accepted once. */
export const usedChallenges = pgTable("member_used_challenges", {
  challenge: text().primaryKey(),
  expiresAt: moment().notNull(),
});

mark(usedChallenges, { technical: "challenge expiresAt", leftOut: "Challenges expire within minutes." });
