CREATE TABLE "content_import_rows" (
	"import_id" integer NOT NULL,
	"line" integer NOT NULL,
	"table" text NOT NULL,
	"row" jsonb NOT NULL,
	"state" text DEFAULT 'same' NOT NULL,
	"before" jsonb,
	CONSTRAINT "content_import_rows_import_id_line_pk" PRIMARY KEY("import_id","line"),
	CONSTRAINT "content_import_row_state_is_known" CHECK ("content_import_rows"."state" in ('new', 'changed', 'same', 'dropped', 'left-out'))
);
--> statement-breakpoint
CREATE TABLE "content_imports" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "content_imports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"file" text NOT NULL,
	"member_id" text,
	"state" text DEFAULT 'reading' NOT NULL,
	"head" jsonb NOT NULL,
	"pictures" integer DEFAULT 0 NOT NULL,
	"tables" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"asked" integer DEFAULT 0 NOT NULL,
	"digest" text DEFAULT '' NOT NULL,
	"left_out" jsonb DEFAULT '{"settings":[],"numbers":0}'::jsonb NOT NULL,
	"stayed" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"act" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"applied_at" timestamp with time zone,
	"taken_back_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "content_import_state_is_known" CHECK ("content_imports"."state" in ('reading', 'staged', 'in', 'back', 'dropped'))
);
--> statement-breakpoint
ALTER TABLE "content_import_rows" ADD CONSTRAINT "content_import_rows_import_id_content_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."content_imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "content_import_rows_import_id_table_state_index" ON "content_import_rows" USING btree ("import_id","table","state");--> statement-breakpoint
CREATE INDEX "content_imports_created_at_index" ON "content_imports" USING btree ("created_at");