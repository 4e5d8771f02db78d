-- Addresses that were given out for an upload of the app, and what became of each. Writer and reader: query-api.
-- Without these rows a retry could not be told from a second upload, nor a file that a kill left behind from one that waits.
CREATE TABLE apk_uploads
(
    object_key text PRIMARY KEY,
    expires_at timestamptz NOT NULL,
    refused_as text,
    refused_because text,
    final_key text,
    etag text,
    release_id bigint REFERENCES apk_releases ON DELETE CASCADE
);
COMMENT ON COLUMN apk_uploads.object_key IS 'Where the address puts the file in the object store';
COMMENT ON COLUMN apk_uploads.expires_at IS 'When the address is good no more';
COMMENT ON COLUMN apk_uploads.refused_as IS 'Code of the problem with the file; null while there is none';
COMMENT ON COLUMN apk_uploads.refused_because IS 'What is wrong with the file, as it was said';
COMMENT ON COLUMN apk_uploads.final_key IS 'Where the checked file is copied to, said before it is';
COMMENT ON COLUMN apk_uploads.etag IS 'Of the file that was released';
COMMENT ON COLUMN apk_uploads.release_id IS 'What became of it; null before, and where it was refused';
CREATE INDEX apk_uploads_by_expiry ON apk_uploads (expires_at);

-- Some apps name no version.
ALTER TABLE apk_releases ALTER COLUMN version DROP NOT NULL;
