CREATE TABLE "waiting_steps" (
	"list" text NOT NULL,
	"row" text NOT NULL,
	"failures" integer NOT NULL,
	"need" text NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"next_at" timestamp with time zone NOT NULL,
	CONSTRAINT "waiting_steps_list_row_pk" PRIMARY KEY("list","row")
);
