CREATE TABLE "order_delays" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_number" text NOT NULL,
	"told_at" timestamp with time zone NOT NULL,
	"promised" date NOT NULL,
	"new_day" date,
	"ends_on" date,
	"answer" text,
	"answered_at" timestamp with time zone,
	CONSTRAINT "delay_answer_is_known" CHECK ("order_delays"."answer" in ('wait', 'cancel')),
	CONSTRAINT "delay_has_a_day" CHECK ("order_delays"."new_day" is not null or "order_delays"."ends_on" is not null or "order_delays"."answer" is not null)
);
--> statement-breakpoint
ALTER TABLE "order_delays" ADD CONSTRAINT "order_delays_order_number_orders_number_fk" FOREIGN KEY ("order_number") REFERENCES "public"."orders"("number") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "order_delays_order_number_told_at_index" ON "order_delays" USING btree ("order_number","told_at");--> statement-breakpoint
-- The facts of an order follow the day by which it has to leave, which a delay changes.
CREATE OR REPLACE TRIGGER note_changed_order AFTER UPDATE ON orders FOR EACH ROW
	WHEN ((OLD.state, OLD.paid_at, OLD.drafted_at, OLD.total_cents, OLD.sample, OLD.ship_by)
		IS DISTINCT FROM (NEW.state, NEW.paid_at, NEW.drafted_at, NEW.total_cents, NEW.sample, NEW.ship_by))
	EXECUTE FUNCTION note_changed_order();
