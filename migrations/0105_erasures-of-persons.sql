CREATE TABLE "erasures" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"email" text,
	"digest" text NOT NULL,
	"with_words" boolean NOT NULL,
	"order_numbers" jsonb NOT NULL,
	"member_id" text NOT NULL,
	"asked_at" timestamp with time zone DEFAULT now() NOT NULL,
	"done_at" timestamp with time zone,
	"letters" integer DEFAULT 0 NOT NULL
);
