-- What waits in the object store for its check is forgotten, and releases that name no version are called Unknown.
DROP TABLE apk_uploads;
UPDATE apk_releases SET version = 'Unknown' WHERE version IS NULL;
ALTER TABLE apk_releases ALTER COLUMN version SET NOT NULL;
