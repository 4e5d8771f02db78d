-- Nothing is lost: challenges are found more slowly.
DROP INDEX sign_in_nonces_by_cookie;
