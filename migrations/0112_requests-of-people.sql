CREATE TABLE "person_copy_parts" (
	"request_id" uuid NOT NULL,
	"part" integer NOT NULL,
	"bytes" "bytea" NOT NULL,
	CONSTRAINT "person_copy_parts_request_id_part_pk" PRIMARY KEY("request_id","part")
);
--> statement-breakpoint
CREATE TABLE "person_requests" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"email" text,
	"noted_by" text,
	"asked_at" timestamp with time zone NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"code_at" timestamp with time zone NOT NULL,
	"code_letters" integer DEFAULT 1 NOT NULL,
	"proved_at" timestamp with time zone,
	"member_id" text,
	"answered_at" timestamp with time zone,
	"outcome" text,
	"words" text DEFAULT '' NOT NULL,
	"copy_until" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "request_kind_is_known" CHECK ("person_requests"."kind" in ('copy', 'erase')),
	CONSTRAINT "request_outcome_is_known" CHECK ("person_requests"."outcome" in ('copy', 'erased', 'refused')),
	CONSTRAINT "request_is_answered_with_an_outcome" CHECK (("person_requests"."answered_at" is null) = ("person_requests"."outcome" is null)),
	CONSTRAINT "request_is_proved_before_an_answer" CHECK ("person_requests"."outcome" <> 'copy' or "person_requests"."proved_at" is not null)
);
--> statement-breakpoint
ALTER TABLE "person_copy_parts" ADD CONSTRAINT "person_copy_parts_request_id_person_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."person_requests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "one_open_request_of_a_kind" ON "person_requests" USING btree ("email","kind") WHERE answered_at is null;--> statement-breakpoint
CREATE INDEX "requests_waiting" ON "person_requests" USING btree ("due_at") WHERE answered_at is null and proved_at is not null;--> statement-breakpoint
CREATE INDEX "requests_of_email" ON "person_requests" USING btree ("email");--> statement-breakpoint
INSERT INTO start_clears (name, place, condition) VALUES ('person_copy_parts', 200, 'false'), ('person_requests', 201, 'false');
