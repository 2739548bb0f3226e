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

/** Accounts that may sign in to the back office. */
export const memberAccounts = pgTable(
  "member_accounts",
  {
    id: uuid().primaryKey().defaultRandom(),
    name: text().notNull(),
    /** Lower case. */
    email: text().notNull(),
    role: text().$type<Role>().notNull(),
    passphraseHash: text(),
    /** The authenticator's secret, sealed with the server's key. */
    totpSecret: text(),
    /** Last time step whose code was used: each code works once. */
    totpStep: bigint({ mode: "number" }).notNull().default(0),
    /** User handle of this member for passkeys. */
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
  personal: "name email",
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
    /** The credential's own id, base64url. */
    id: text().primaryKey(),
    memberId: account(),
    /** Host it was created for; no other host can ask for it. */
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
  personal: "name",
  technical: "id memberId rpId publicKey counter transports isBackedUp createdAt usedAt",
});

export const memberRecoveryCodes = pgTable(
  "member_recovery_codes",
  {
    /** Hash of member and code. */
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
    /** Session only for setting up a way to sign in. */
    isForSetup: boolean().notNull().default(false),
    /** Browser and operating system in words. */
    agent: text().notNull(),
    createdAt: moment().notNull(),
    seenAt: moment().notNull(),
    /** Last time a factor was shown. */
    confirmedAt: moment().notNull(),
  },
  (session) => [index().on(session.memberId), index().on(session.seenAt)],
);

mark(memberSessions, {
  personal: "agent",
  technical: "id tokenHash memberId isForSetup createdAt seenAt confirmedAt",
  leftOut: "Everybody signs in again after a restore.",
});

/** Links that were handed out, usable once; only hashes are stored. */
export const memberLinks = pgTable(
  "member_links",
  {
    id: uuid().primaryKey().defaultRandom(),
    tokenHash: text().notNull().unique(),
    kind: text().$type<LinkKind>().notNull(),
    /** Member that the link is for; null before the member has an account. */
    memberId: uuid().references(() => memberAccounts.id, { onDelete: "cascade" }),
    /** Address and role of an invitation. */
    email: text(),
    role: text().$type<Role>(),
    createdAt: moment().notNull(),
    expiresAt: moment().notNull(),
    usedAt: moment(),
  },
  (link) => [index().on(link.memberId), index().on(link.expiresAt)],
);

mark(memberLinks, {
  personal: "email",
  technical: "id tokenHash kind memberId role createdAt expiresAt usedAt",
  leftOut: "Links are good once and for a short time.",
});

/** Forms typed by members whose session had ended, sealed; shown after the next sign-in. */
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
  personal: "sealed",
  technical: "id memberId expiresAt",
  leftOut: "Forms of sessions that a restore ends.",
});

/** Answered passkey challenges: each is accepted once. */
export const usedChallenges = pgTable("member_used_challenges", {
  challenge: text().primaryKey(),
  expiresAt: moment().notNull(),
});

mark(usedChallenges, { technical: "challenge expiresAt", leftOut: "Challenges expire within minutes." });
