-- An upload is received by query-api, of the session that asked for its address; what is found in it is kept until its admin
-- has signed for it. A release keeps what it is checked by whenever it is read. Writer and reader: query-api.
ALTER TABLE apk_uploads
    ADD COLUMN session_sha256 bytea CHECK (octet_length(session_sha256) = 32),
    ADD COLUMN nonce text,
    ADD COLUMN sha256 bytea CHECK (octet_length(sha256) = 32),
    ADD COLUMN message_expires_at timestamptz,
    ADD COLUMN previous_id bigint REFERENCES apk_releases ON DELETE CASCADE;
COMMENT ON COLUMN apk_uploads.etag IS 'Of the file as it was received; null before';
COMMENT ON COLUMN apk_uploads.session_sha256 IS 'Who may send: SHA-256 of the token of the session that asked';
COMMENT ON COLUMN apk_uploads.nonce IS 'In the message that is signed for this upload alone';
COMMENT ON COLUMN apk_uploads.sha256 IS 'Of the bytes that were received';
COMMENT ON COLUMN apk_uploads.message_expires_at IS 'Until when the message that was given out last is good';
COMMENT ON COLUMN apk_uploads.previous_id IS 'The release that was current when the message was given out last';

ALTER TABLE apk_releases
    ADD COLUMN etag text,
    ADD COLUMN version_code bigint,
    ADD COLUMN signer_sha256 bytea CHECK (octet_length(signer_sha256) = 32);
COMMENT ON COLUMN apk_releases.etag IS 'Of the object whose bytes have this SHA-256; null of a release of before, until it is read';
COMMENT ON COLUMN apk_releases.version_code IS 'Null of a release of before';
COMMENT ON COLUMN apk_releases.signer_sha256 IS 'Of the certificate that every signer is, or follows; null of a release of before';

ALTER TABLE sessions ADD COLUMN used_at timestamptz NOT NULL DEFAULT now();
COMMENT ON COLUMN sessions.used_at IS 'To the minute; an admin who does nothing for an hour is signed out';
