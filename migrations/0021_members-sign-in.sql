CREATE TABLE "member_accounts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"role" text NOT NULL,
	"passphrase_hash" text,
	"totp_secret" text,
	"totp_step" bigint DEFAULT 0 NOT NULL,
	"passkey_user" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "member_accounts_passkeyUser_unique" UNIQUE("passkey_user"),
	CONSTRAINT "member_role_is_known" CHECK (role in ('owner', 'manager', 'packer', 'editor', 'bookkeeper')),
	CONSTRAINT "member_email_is_small" CHECK ("member_accounts"."email" = lower("member_accounts"."email"))
);
--> statement-breakpoint
CREATE TABLE "member_kept_forms" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"member_id" uuid NOT NULL,
	"sealed" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "member_links" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"token_hash" text NOT NULL,
	"kind" text NOT NULL,
	"member_id" uuid,
	"email" text,
	"role" text,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "member_links_tokenHash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "member_passkeys" (
	"id" text PRIMARY KEY NOT NULL,
	"member_id" uuid NOT NULL,
	"rp_id" text NOT NULL,
	"public_key" text NOT NULL,
	"counter" bigint NOT NULL,
	"transports" text[] NOT NULL,
	"is_backed_up" boolean NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "member_recovery_codes" (
	"code_hash" text PRIMARY KEY NOT NULL,
	"member_id" uuid NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "member_sessions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"token_hash" text NOT NULL,
	"member_id" uuid NOT NULL,
	"is_for_setup" boolean DEFAULT false NOT NULL,
	"agent" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	"confirmed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "member_sessions_tokenHash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "member_used_challenges" (
	"challenge" text PRIMARY KEY NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "member_kept_forms" ADD CONSTRAINT "member_kept_forms_member_id_member_accounts_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."member_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_links" ADD CONSTRAINT "member_links_member_id_member_accounts_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."member_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_passkeys" ADD CONSTRAINT "member_passkeys_member_id_member_accounts_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."member_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_recovery_codes" ADD CONSTRAINT "member_recovery_codes_member_id_member_accounts_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."member_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_sessions" ADD CONSTRAINT "member_sessions_member_id_member_accounts_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."member_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "member_accounts_email_in_use" ON "member_accounts" USING btree ("email") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "member_kept_forms_expires_at_index" ON "member_kept_forms" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "member_links_member_id_index" ON "member_links" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "member_links_expires_at_index" ON "member_links" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "member_passkeys_member_id_index" ON "member_passkeys" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "member_recovery_codes_member_id_index" ON "member_recovery_codes" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "member_sessions_member_id_index" ON "member_sessions" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "member_sessions_seen_at_index" ON "member_sessions" USING btree ("seen_at");