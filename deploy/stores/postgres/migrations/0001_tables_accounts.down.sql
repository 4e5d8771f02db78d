-- Every account, session and record of a release is gone with these; the files of releases stay in the object store.
DROP TABLE apk_releases;
DROP TABLE sign_in_nonces;
DROP TABLE sessions;
DROP TABLE users;
