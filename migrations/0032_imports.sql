CREATE TABLE "import_pictures" (
	"import_id" integer NOT NULL,
	"source" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"path" text,
	"alt" text DEFAULT '' NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	CONSTRAINT "import_pictures_import_id_source_pk" PRIMARY KEY("import_id","source"),
	CONSTRAINT "import_picture_state_is_known" CHECK ("import_pictures"."state" in ('waiting', 'stored', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "import_rows" (
	"import_id" integer NOT NULL,
	"row" integer NOT NULL,
	"cells" jsonb NOT NULL,
	"mended" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"state" text DEFAULT 'same' NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"problems" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"changes" jsonb DEFAULT '[]'::jsonb NOT NULL,
	CONSTRAINT "import_rows_import_id_row_pk" PRIMARY KEY("import_id","row"),
	CONSTRAINT "import_row_state_is_known" CHECK ("import_rows"."state" in ('new', 'changed', 'same', 'bad', 'moved-on'))
);
--> statement-breakpoint
CREATE TABLE "imports" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "imports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"file" text NOT NULL,
	"member_id" text,
	"state" text DEFAULT 'checked' NOT NULL,
	"encoding" text DEFAULT 'utf-8' NOT NULL,
	"separator" text DEFAULT ',' NOT NULL,
	"dialect" text DEFAULT 'other' NOT NULL,
	"headers" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"mapping" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"takes_stock" boolean DEFAULT false NOT NULL,
	"categories" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"counts" jsonb NOT NULL,
	"act" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"applied_at" timestamp with time zone,
	"taken_back_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "import_state_is_known" CHECK ("imports"."state" in ('checked', 'in', 'back', 'dropped'))
);
--> statement-breakpoint
ALTER TABLE "import_pictures" ADD CONSTRAINT "import_pictures_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_rows" ADD CONSTRAINT "import_rows_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "import_pictures_source_index" ON "import_pictures" USING btree ("source") WHERE "import_pictures"."state" = 'stored';--> statement-breakpoint
CREATE INDEX "import_rows_import_id_state_row_index" ON "import_rows" USING btree ("import_id","state","row");--> statement-breakpoint
CREATE INDEX "imports_created_at_index" ON "imports" USING btree ("created_at");