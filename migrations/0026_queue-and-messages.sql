CREATE TABLE "message_answers" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "message_answers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"message_id" integer NOT NULL,
	"submission" uuid NOT NULL,
	"member_id" text NOT NULL,
	"answer" text NOT NULL,
	"written_at" timestamp with time zone DEFAULT now() NOT NULL,
	"claimed_until" timestamp with time zone,
	"sent_at" timestamp with time zone,
	CONSTRAINT "message_answers_submission_unique" UNIQUE("submission")
);
--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN "hidden_because" text;--> statement-breakpoint
ALTER TABLE "community_signups" ADD COLUMN "hidden_because" text;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "id" integer NOT NULL GENERATED ALWAYS AS IDENTITY (sequence name "subscriptions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1);--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "source" text;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "questions" ADD COLUMN "hidden_because" text;--> statement-breakpoint
ALTER TABLE "questions" ADD COLUMN "answer_mailed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "hidden_because" text;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "order_number" text;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "order_line" integer;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "answer" text;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "answered_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "message_answers" ADD CONSTRAINT "message_answers_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "message_answers_message_id_written_at_index" ON "message_answers" USING btree ("message_id","written_at");--> statement-breakpoint
CREATE INDEX "comments_waiting" ON "comments" USING btree ("sent_at","id") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "comments_decided" ON "comments" USING btree ("sent_at","id") WHERE state <> 'waiting';--> statement-breakpoint
CREATE INDEX "comments_email_index" ON "comments" USING btree ("email");--> statement-breakpoint
CREATE INDEX "signups_waiting" ON "community_signups" USING btree ("joined_at","id") WHERE standing = 'waiting';--> statement-breakpoint
CREATE INDEX "signups_decided" ON "community_signups" USING btree ("joined_at","id") WHERE standing <> 'waiting';--> statement-breakpoint
CREATE INDEX "messages_email_index" ON "messages" USING btree ("email");--> statement-breakpoint
CREATE INDEX "subscriptions_subscribed_at_id_index" ON "subscriptions" USING btree ("subscribed_at","id");--> statement-breakpoint
CREATE INDEX "questions_waiting" ON "questions" USING btree ("asked_at","id") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "questions_decided" ON "questions" USING btree ("asked_at","id") WHERE state <> 'waiting';--> statement-breakpoint
CREATE INDEX "questions_email_index" ON "questions" USING btree ("email") WHERE "questions"."email" is not null;--> statement-breakpoint
CREATE INDEX "reviews_waiting" ON "reviews" USING btree ("written_at","id") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "reviews_decided" ON "reviews" USING btree ("written_at","id") WHERE state <> 'waiting';--> statement-breakpoint
CREATE INDEX "reviews_order_number_index" ON "reviews" USING btree ("order_number") WHERE "reviews"."order_number" is not null;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_id_unique" UNIQUE("id");--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comment_is_hidden_for_a_known_reason" CHECK ("comments"."hidden_because" is null or ("comments"."state" = 'refused' and "comments"."hidden_because" in ('insult', 'person', 'elsewhere', 'advertising', 'law', 'twice')));--> statement-breakpoint
ALTER TABLE "community_signups" ADD CONSTRAINT "signup_is_hidden_for_a_known_reason" CHECK ("community_signups"."hidden_because" is null or ("community_signups"."standing" = 'refused' and "community_signups"."hidden_because" in ('insult', 'person', 'elsewhere', 'advertising', 'law', 'twice')));--> statement-breakpoint
ALTER TABLE "questions" ADD CONSTRAINT "question_is_hidden_for_a_known_reason" CHECK ("questions"."hidden_because" is null or ("questions"."state" = 'refused' and "questions"."hidden_because" in ('insult', 'person', 'elsewhere', 'advertising', 'law', 'twice')));--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "review_is_hidden_for_a_known_reason" CHECK ("reviews"."hidden_because" is null or ("reviews"."state" = 'refused' and "reviews"."hidden_because" in ('insult', 'person', 'elsewhere', 'advertising', 'law', 'twice')));