-- Who signed in, their sessions, the challenges that sign-ins answer, and the Android app's releases.
-- Writer and reader: query-api. Whoever deletes a user deletes their sessions with them.
CREATE TABLE users
(
    wallet_address text PRIMARY KEY,
    username text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON COLUMN users.wallet_address IS 'Public key of the wallet, base58';

CREATE TABLE sessions
(
    token_sha256 bytea PRIMARY KEY CHECK (octet_length(token_sha256) = 32),
    wallet_address text NOT NULL REFERENCES users ON DELETE CASCADE,
    csrf_sha256 bytea NOT NULL CHECK (octet_length(csrf_sha256) = 32),
    created_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz NOT NULL
);
COMMENT ON COLUMN sessions.token_sha256 IS 'SHA-256 of the cookie''s token, which is kept nowhere';
COMMENT ON COLUMN sessions.csrf_sha256 IS 'SHA-256 of the token that commands bring beside the cookie';
CREATE INDEX sessions_by_wallet ON sessions (wallet_address);
CREATE INDEX sessions_by_expiry ON sessions (expires_at);

CREATE TABLE sign_in_nonces
(
    nonce text PRIMARY KEY,
    cookie_sha256 bytea NOT NULL CHECK (octet_length(cookie_sha256) = 32),
    expires_at timestamptz NOT NULL,
    used_at timestamptz
);
COMMENT ON TABLE sign_in_nonces IS 'Challenges that were given out; each is good for one sign-in, from the browser that asked for it';
COMMENT ON COLUMN sign_in_nonces.cookie_sha256 IS 'SHA-256 of the cookie that came with the challenge';
CREATE INDEX sign_in_nonces_by_expiry ON sign_in_nonces (expires_at);

CREATE TABLE apk_releases
(
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    object_key text NOT NULL UNIQUE,
    version text NOT NULL,
    size_bytes bigint NOT NULL CHECK (size_bytes > 0),
    sha256 bytea NOT NULL CHECK (octet_length(sha256) = 32),
    uploaded_by text REFERENCES users ON DELETE SET NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    is_current boolean NOT NULL
);
COMMENT ON COLUMN apk_releases.object_key IS 'Key of the checked file in the object store, which no upload can change';
COMMENT ON COLUMN apk_releases.uploaded_by IS 'Null once that user is deleted';
CREATE UNIQUE INDEX apk_releases_one_current ON apk_releases (is_current) WHERE is_current;
