DROP INDEX "import_pictures_import_id_file_name_index";--> statement-breakpoint
CREATE INDEX "import_pictures_by_file_name" ON "import_pictures" USING btree ("import_id",md5("file_name"));