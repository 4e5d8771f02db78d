-- A sign-in finds its challenge by the cookie that came with it.
CREATE UNIQUE INDEX sign_in_nonces_by_cookie ON sign_in_nonces (cookie_sha256);
