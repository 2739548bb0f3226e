ALTER TABLE "import_pictures" ADD COLUMN "file_name" text;--> statement-breakpoint
CREATE INDEX "import_pictures_import_id_file_name_index" ON "import_pictures" USING btree ("import_id","file_name");