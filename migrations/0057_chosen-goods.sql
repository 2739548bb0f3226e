CREATE TABLE "chosen_goods" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"member_id" text NOT NULL,
	"products" jsonb NOT NULL,
	"words" text NOT NULL,
	"came_from" text NOT NULL,
	"chosen_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "chosen_goods_chosen_at_index" ON "chosen_goods" USING btree ("chosen_at");