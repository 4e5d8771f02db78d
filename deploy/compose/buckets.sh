#!/bin/sh
# Makes the bucket and the user that query-api is, who may do there what files need, and nothing else.
set -eu
bucket=${S3_BUCKET:-cryptonite}
mc alias set --quiet store "${MINIO_URL:-http://minio:9000}" cryptonite "$(cat /run/secrets/root-password)" > /dev/null
mc mb --quiet --ignore-existing "store/$bucket"
cat > /tmp/policy.json <<POLICY
{
  "Version": "2012-10-17",
  "Statement": [
    { "Effect": "Allow", "Action": ["s3:GetBucketLocation", "s3:ListBucket"], "Resource": ["arn:aws:s3:::$bucket"] },
    {
      "Effect": "Allow",
      "Action": ["s3:GetObject", "s3:PutObject", "s3:DeleteObject"],
      "Resource": ["arn:aws:s3:::$bucket/*"]
    }
  ]
}
POLICY
mc admin policy create store query-api /tmp/policy.json
mc admin user add store query-api "$(cat /run/secrets/api-password)"
mc admin policy attach store query-api --user query-api 2> /tmp/attach || grep -q 'already' /tmp/attach
echo 'buckets: ready'
