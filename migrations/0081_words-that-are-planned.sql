CREATE TABLE "shipped_texts" (
	"kind" text NOT NULL,
	"record" text NOT NULL,
	"digest" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "shipped_texts_kind_record_pk" PRIMARY KEY("kind","record")
);
--> statement-breakpoint
CREATE TABLE "shown_drafts" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"record" text NOT NULL,
	"member_id" text NOT NULL,
	"at" timestamp with time zone,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "word_plan_texts" (
	"plan_id" text NOT NULL,
	"kind" text NOT NULL,
	"record" text NOT NULL,
	"values" jsonb NOT NULL,
	"base" jsonb NOT NULL,
	"replaced" jsonb,
	CONSTRAINT "word_plan_texts_plan_id_kind_record_pk" PRIMARY KEY("plan_id","kind","record")
);
--> statement-breakpoint
CREATE TABLE "word_plans" (
	"id" text PRIMARY KEY NOT NULL,
	"goes_out_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone,
	"state" text DEFAULT 'planned' NOT NULL,
	"member_id" text NOT NULL,
	"planned_at" timestamp with time zone DEFAULT now() NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"seen_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "menu_links" ADD COLUMN "parent" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "menu_links" ADD COLUMN "target" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "word_plan_texts" ADD CONSTRAINT "word_plan_texts_plan_id_word_plans_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."word_plans"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- Sections of home have ids: drafts and versions name their texts by them.
CREATE FUNCTION pg_temp.by_section(texts jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
	SELECT coalesce(jsonb_object_agg(regexp_replace(regexp_replace(regexp_replace(regexp_replace(key,
		'^hero\.', 'parts.hero.'), '^sections\.', 'parts.'), '^categoryTiles\.', 'parts.categories.tiles.'),
		'^benefits\.home\.', 'parts.benefits.items.'), value), '{}'::jsonb)
	FROM jsonb_each(texts)
$$;
--> statement-breakpoint
UPDATE drafts SET values = pg_temp.by_section(values), base = pg_temp.by_section(base) WHERE kind = 'page' AND record = 'home';
--> statement-breakpoint
UPDATE revisions SET content = pg_temp.by_section(content) WHERE entity = 'page' AND key = 'home';
