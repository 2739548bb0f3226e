CREATE TABLE "drafts" (
	"kind" text NOT NULL,
	"record" text NOT NULL,
	"values" jsonb NOT NULL,
	"base" jsonb NOT NULL,
	"member_id" text NOT NULL,
	"begun_at" timestamp with time zone DEFAULT now() NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "drafts_kind_record_pk" PRIMARY KEY("kind","record")
);
