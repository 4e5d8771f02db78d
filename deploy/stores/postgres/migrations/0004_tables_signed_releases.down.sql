-- What waits for its admin's signature is forgotten with these.
ALTER TABLE sessions DROP COLUMN used_at;
ALTER TABLE apk_releases DROP COLUMN etag, DROP COLUMN version_code, DROP COLUMN signer_sha256;
DELETE FROM apk_uploads WHERE release_id IS NULL AND refused_as IS NULL;
ALTER TABLE apk_uploads
    DROP COLUMN session_sha256,
    DROP COLUMN nonce,
    DROP COLUMN sha256,
    DROP COLUMN message_expires_at,
    DROP COLUMN previous_id;
