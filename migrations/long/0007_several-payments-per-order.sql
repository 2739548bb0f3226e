-- contract: releases before this one read one payment an order; none of them is connected any more, as the first statement makes sure.
SELECT refuse_older_processes(1);
--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "one_first_payment_per_order" ON "payments" ("order_number") WHERE "kind" = 'order';
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "payments_of_orders" ON "payments" ("order_number");
--> statement-breakpoint
ALTER TABLE "payments" DROP CONSTRAINT IF EXISTS "one_order_per_payment";
