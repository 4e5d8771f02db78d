import { type ApkRelease, type Problem, UPLOAD_MINUTES } from '@cryptonite/contracts/api';
import { Injectable } from '@nestjs/common';
import { ProblemError } from '../../platform/http/problem.js';
import { type Ask, Postgres } from '../../platform/postgres/postgres.js';

/** Held while files move to or from where releases are, by one query-api of all. Any number that nothing else locks. */
const LOCK = 1_129_075_024;
const OLDER_MOST = 50;
/** So long an address that is good no more is known as such, and a retry answered as before. */
const KEPT_SECONDS = 604_800;

type ReleaseRow = {
  id: string;
  object_key: string;
  version: string | null;
  version_code: string | null;
  size_bytes: string;
  sha256: Buffer;
  signer_sha256: Buffer | null;
  created_at: Date;
  is_current: boolean;
  release_etag: string | null;
};

const RELEASE = `apk_releases.id, apk_releases.object_key, version, version_code, size_bytes, apk_releases.sha256, signer_sha256,
  created_at, is_current, apk_releases.etag AS release_etag`;

export type Refusal = { code: Problem['code']; because: string };

export type Upload = {
  isExpired: boolean;
  /** SHA-256 of the token of the session that may send. */
  sessionSha256: Buffer | null;
  nonce: string | null;
  /** What was received; null before. */
  received: { etag: string; sha256: Buffer } | null;
  /** Until when the message that was given out last is good, and which release was current then; null before the first. */
  asked: { expiresAt: Date; previousId: string | null } | null;
  refusal: Refusal | null;
  /** What came of it. */
  release: Release | null;
};

export type Release = ApkRelease & {
  id: string;
  objectPath: string;
  signerSha256: string | null;
  /** Of the object whose bytes are these; null of a release that was made before this was kept. */
  etag: string | null;
};

export type NewRelease = {
  uploadKey: string;
  finalKey: string;
  version: string | null;
  versionCode: number;
  signerSha256: string;
  sizeBytes: number;
  sha256: Buffer;
  uploadedBy: string;
  /** The release whose place it takes, as its admin signed; null for the first. */
  previousId: string | null;
};

/** What is known of uploads and releases of the app. */
@Injectable()
export class ApkRecords {
  constructor(private readonly postgres: Postgres) {}

  /** @param sessionSha256 of the token of the session that may send */
  async addUpload(key: string, sessionSha256: Buffer, nonce: string): Promise<void> {
    await this.postgres.query(
      `INSERT INTO apk_uploads (object_key, session_sha256, nonce, expires_at)
       VALUES ($1, $2, $3, now() + make_interval(mins => $4))`,
      [key, sessionSha256, nonce, UPLOAD_MINUTES],
    );
  }

  /** @returns null where no such address was given out */
  async findUpload(key: string): Promise<Upload | null> {
    type UploadRow = {
      is_expired: boolean;
      session_sha256: Buffer | null;
      nonce: string | null;
      upload_etag: string | null;
      upload_sha256: Buffer | null;
      message_expires_at: Date | null;
      previous_id: string | null;
      refused_as: Problem['code'] | null;
      refused_because: string | null;
      release_id: string | null;
    };
    const [row] = await this.postgres.query<UploadRow & ReleaseRow>(
      `SELECT expires_at < now() AS is_expired, session_sha256, nonce, apk_uploads.etag AS upload_etag,
              apk_uploads.sha256 AS upload_sha256, message_expires_at, previous_id, refused_as, refused_because,
              release_id, ${RELEASE}
       FROM apk_uploads LEFT JOIN apk_releases ON apk_releases.id = release_id
       WHERE apk_uploads.object_key = $1`,
      [key],
    );
    if (!row) return null;
    const { refused_as: code, refused_because: because, upload_etag: etag, upload_sha256: sha256 } = row;
    return {
      isExpired: row.is_expired,
      sessionSha256: row.session_sha256,
      nonce: row.nonce,
      received: etag !== null && sha256 !== null ? { etag, sha256 } : null,
      asked: row.message_expires_at && { expiresAt: row.message_expires_at, previousId: row.previous_id },
      refusal: code !== null && because !== null ? { code, because } : null,
      release: row.release_id === null ? null : toRelease(row),
    };
  }

  /** @returns false where something was received there before */
  async receive(key: string, etag: string, sha256: Buffer): Promise<boolean> {
    const rows = await this.postgres.query(
      'UPDATE apk_uploads SET etag = $2, sha256 = $3 WHERE object_key = $1 AND etag IS NULL RETURNING object_key',
      [key, etag, sha256],
    );
    return rows.length > 0;
  }

  /** Asks the admin to sign for what was received. @returns until when */
  async askToSign(key: string, previousId: string | null): Promise<Date> {
    const [row] = await this.postgres.query<{ message_expires_at: Date }>(
      `UPDATE apk_uploads
       SET message_expires_at = date_trunc('milliseconds', now()) + make_interval(mins => $3), previous_id = $2
       WHERE object_key = $1 RETURNING message_expires_at`,
      [key, previousId, UPLOAD_MINUTES],
    );
    if (!row) throw new Error(`the record of ${key} is gone`);
    return row.message_expires_at;
  }

  /** From then on what lies at the address waits for nothing. */
  async refuseUpload(key: string, { code, because }: Refusal): Promise<void> {
    await this.postgres.query(
      'UPDATE apk_uploads SET refused_as = $2, refused_because = $3 WHERE object_key = $1',
      [key, code, because],
    );
  }

  /**
   * Makes a checked file the current release. Where it is to lie is written down first, so that a sweep finds it whenever
   * this ends early.
   * @param putInPlace brings the file there, and says which object it is then
   */
  async release(release: NewRelease, putInPlace: () => Promise<string>): Promise<Release> {
    const { uploadKey, finalKey, version, versionCode, signerSha256, sizeBytes, sha256, uploadedBy } =
      release;
    await this.postgres.query('UPDATE apk_uploads SET final_key = $2 WHERE object_key = $1', [
      uploadKey,
      finalKey,
    ]);
    return this.postgres.transaction(async (ask) => {
      if (!(await lock(ask)))
        throw new ProblemError('conflict', 'Another release is being made. Try again in a few seconds.');
      const [current] = await ask<{ id: string }>('SELECT id FROM apk_releases WHERE is_current');
      if ((current?.id ?? null) !== release.previousId)
        throw new ProblemError('conflict', 'Another release was made meanwhile. Check the file again.');
      const etag = await putInPlace();
      // The same file again is the same release; who uploaded it may have been deleted meanwhile.
      await ask(
        `INSERT INTO apk_releases
           (object_key, version, version_code, signer_sha256, size_bytes, sha256, etag, uploaded_by, is_current)
         VALUES ($1, $2, $3, $4, $5, $6, $7, (SELECT wallet_address FROM users WHERE wallet_address = $8), false)
         ON CONFLICT (object_key) DO UPDATE SET version_code = $3, signer_sha256 = $4, etag = $7`,
        [
          finalKey,
          version,
          versionCode,
          Buffer.from(signerSha256, 'hex'),
          sizeBytes,
          sha256,
          etag,
          uploadedBy,
        ],
      );
      await ask('UPDATE apk_releases SET is_current = false WHERE is_current AND object_key <> $1', [
        finalKey,
      ]);
      const [row] = await ask<ReleaseRow>(
        `UPDATE apk_releases SET is_current = true WHERE object_key = $1 RETURNING ${RELEASE}`,
        [finalKey],
      );
      if (!row) throw new Error(`the record of ${finalKey} is gone`);
      await ask('UPDATE apk_uploads SET release_id = $2 WHERE object_key = $1', [uploadKey, row.id]);
      return toRelease(row);
    });
  }

  /** An object was seen to have the bytes of a release. */
  async keepEtag(id: string, etag: string): Promise<void> {
    await this.postgres.query('UPDATE apk_releases SET etag = $2 WHERE id = $1', [id, etag]);
  }

  /** What was found in the file of a release that was made before this was kept. */
  async keepFound(
    id: string,
    { versionCode, signerSha256 }: Pick<NewRelease, 'versionCode' | 'signerSha256'>,
  ): Promise<void> {
    await this.postgres.query('UPDATE apk_releases SET version_code = $2, signer_sha256 = $3 WHERE id = $1', [
      id,
      versionCode,
      Buffer.from(signerSha256, 'hex'),
    ]);
  }

  /** The current one first, then the newest. */
  async releases(): Promise<{ release: Release; isCurrent: boolean }[]> {
    const rows = await this.postgres.query<ReleaseRow>(
      `SELECT ${RELEASE} FROM apk_releases ORDER BY is_current DESC, created_at DESC, id DESC LIMIT $1`,
      [OLDER_MOST + 1],
    );
    return rows.map((row) => ({ release: toRelease(row), isCurrent: row.is_current }));
  }

  async currentRelease(): Promise<Release | null> {
    const [row] = await this.postgres.query<ReleaseRow>(
      `SELECT ${RELEASE} FROM apk_releases WHERE is_current`,
    );
    return row ? toRelease(row) : null;
  }

  /** SHA-256 of the certificate of the first release whose signer is known; null before that. */
  async firstSigner(): Promise<string | null> {
    const [row] = await this.postgres.query<{ signer_sha256: Buffer }>(
      'SELECT signer_sha256 FROM apk_releases WHERE signer_sha256 IS NOT NULL ORDER BY id LIMIT 1',
    );
    return row?.signer_sha256.toString('hex') ?? null;
  }

  /** Of these keys those that were given out, and whether each still waits for its file, its check or its signature. */
  async waitingAmong(keys: readonly string[]): Promise<Map<string, boolean>> {
    const rows = await this.postgres.query<{ object_key: string; is_waiting: boolean }>(
      `SELECT object_key,
              refused_as IS NULL AND release_id IS NULL AND greatest(expires_at, message_expires_at) > now() AS is_waiting
       FROM apk_uploads WHERE object_key = ANY($1)`,
      [keys],
    );
    return new Map(rows.map(({ object_key, is_waiting }) => [object_key, is_waiting]));
  }

  /**
   * Forgets what ended long ago, after `remove` took away what lies where a release was to be and none came to be. Nothing
   * happens while a release is being made.
   */
  async clear(remove: (finalKey: string) => Promise<void>): Promise<void> {
    await this.postgres.transaction(async (ask) => {
      if (!(await lock(ask))) return;
      const rows = await ask<{ final_key: string }>(
        `SELECT DISTINCT final_key FROM apk_uploads
         WHERE final_key IS NOT NULL
           AND NOT EXISTS (SELECT FROM apk_releases WHERE apk_releases.object_key = final_key)`,
      );
      for (const { final_key } of rows) await remove(final_key);
      await ask('DELETE FROM apk_uploads WHERE expires_at < now() - make_interval(secs => $1)', [
        KEPT_SECONDS,
      ]);
    });
  }
}

async function lock(ask: Ask): Promise<boolean> {
  const [row] = await ask<{ is_mine: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS is_mine', [LOCK]);
  return row?.is_mine ?? false;
}

const toRelease = (row: ReleaseRow): Release => ({
  id: row.id,
  version: row.version,
  versionCode: row.version_code === null ? null : Number(row.version_code),
  sizeBytes: Number(row.size_bytes),
  sha256: row.sha256.toString('hex'),
  createdAt: row.created_at.getTime(),
  objectPath: row.object_key,
  signerSha256: row.signer_sha256?.toString('hex') ?? null,
  etag: row.release_etag,
});
