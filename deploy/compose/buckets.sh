#!/bin/sh
# Makes the bucket, and the two users that query-api is: one writes uploads, the other reads them and keeps releases. No secret
# stands on a command line: `mc` finds root's in its environment, and reads those of users from its standard input.
set -eu
bucket=${S3_BUCKET:-cryptonite}
secret() { cat "/run/secrets/$1"; }
MC_HOST_store="http://$(secret root-user):$(secret root-password)@${MINIO_AT:-minio:9000}"
export MC_HOST_store
mc mb --quiet --ignore-existing "store/$bucket"

# $1: who; what stands on standard input is what they may.
user() {
  printf '{ "Version": "2012-10-17", "Statement": [%s] }' "$(cat)" > "/tmp/$1.json"
  mc admin policy create store "$1" "/tmp/$1.json"
  printf '%s\n%s\n' "$(secret "$1-key")" "$(secret "$1-secret")" | mc admin user add store > /dev/null
  # The name of a key is no secret by itself.
  mc admin policy attach store "$1" --user "$(secret "$1-key")" 2> /tmp/attach || grep -q 'already' /tmp/attach
}
at="arn:aws:s3:::$bucket"
user uploads << RIGHTS
  { "Effect": "Allow", "Action": ["s3:PutObject"], "Resource": ["$at/uploads/*"] }
RIGHTS
user releases << RIGHTS
  { "Effect": "Allow", "Action": ["s3:GetBucketLocation", "s3:ListBucket"], "Resource": ["$at"] },
  { "Effect": "Allow", "Action": ["s3:GetObject", "s3:DeleteObject"], "Resource": ["$at/uploads/*"] },
  { "Effect": "Allow", "Action": ["s3:GetObject", "s3:PutObject", "s3:DeleteObject"], "Resource": ["$at/apk/*"] }
RIGHTS
# The user that query-api was before, who could write releases and uploads alike.
mc admin user rm store query-api > /dev/null 2>&1 || true
echo 'buckets: ready'
