ALTER TABLE "imports" ADD COLUMN "others_seen" integer;--> statement-breakpoint
-- Members are named by their id: an address changes, and is nobody's business in the ledger.
UPDATE "stock_movements" SET "actor" = jsonb_set("actor", '{name}', to_jsonb("member"."id"))
FROM "member_accounts" "member"
WHERE "cause" = 'import' AND "actor" ->> 'kind' = 'staff' AND lower("actor" ->> 'name') = lower("member"."email");
