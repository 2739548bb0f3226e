CREATE TABLE "hold" (
	"is" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"snapshot_at" timestamp with time zone NOT NULL,
	"since" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "hold_is_one_row" CHECK ("hold"."is")
);
