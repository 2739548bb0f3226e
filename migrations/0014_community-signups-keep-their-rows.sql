-- The table `members` becomes `community_signups` in the next migration; its rows wait here meanwhile, and its names are free.
CREATE TABLE "community_signups_carried" AS TABLE "members";--> statement-breakpoint
ALTER TABLE "members" DROP CONSTRAINT "joined_a_state_once";
