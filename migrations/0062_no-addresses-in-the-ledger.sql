-- Earlier releases wrote a shopper's e-mail address as the name of the actor. Ledger and history are append-only and kept when a shopper is
-- erased; the order behind a row is in its reference.
UPDATE stock_movements SET actor = actor - 'name' WHERE actor ->> 'kind' = 'shopper' AND actor ? 'name';
--> statement-breakpoint
UPDATE order_events SET actor = actor - 'name' WHERE actor ->> 'kind' = 'shopper' AND actor ? 'name';
