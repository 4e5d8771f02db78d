import type { ApkRelease, Problem } from '@cryptonite/contracts/api';
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
  size_bytes: string;
  sha256: Buffer;
  created_at: Date;
  is_current: boolean;
};

const RELEASE =
  'apk_releases.id, apk_releases.object_key, version, size_bytes, sha256, created_at, is_current';

export type Refusal = { code: Problem['code']; because: string };

export type Upload = {
  isExpired: boolean;
  refusal: Refusal | null;
  /** What came of it, and of which bytes. */
  released: { release: ApkRelease; etag: string } | null;
};

export type NewRelease = {
  uploadKey: string;
  etag: string;
  finalKey: string;
  version: string | null;
  sizeBytes: number;
  sha256: Buffer;
  uploadedBy: string;
};

/** What is known of uploads and releases of the app. */
@Injectable()
export class ApkRecords {
  constructor(private readonly postgres: Postgres) {}

  async addUpload(key: string, validSeconds: number): Promise<void> {
    await this.postgres.query(
      `INSERT INTO apk_uploads (object_key, expires_at) VALUES ($1, now() + make_interval(secs => $2))`,
      [key, validSeconds],
    );
  }

  /** @returns null where no such address was given out */
  async findUpload(key: string): Promise<Upload | null> {
    type UploadRow = {
      is_expired: boolean;
      refused_as: Problem['code'] | null;
      refused_because: string | null;
      etag: string | null;
    };
    const [row] = await this.postgres.query<UploadRow & ReleaseRow>(
      `SELECT expires_at < now() AS is_expired, refused_as, refused_because, etag, ${RELEASE}
       FROM apk_uploads LEFT JOIN apk_releases ON apk_releases.id = release_id
       WHERE apk_uploads.object_key = $1`,
      [key],
    );
    if (!row) return null;
    const { is_expired: isExpired, refused_as: code, refused_because: because, etag } = row;
    return {
      isExpired,
      refusal: code !== null && because !== null ? { code, because } : null,
      released: etag === null ? null : { release: toRelease(row), etag },
    };
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
   * @param putInPlace brings the file there
   */
  async release(release: NewRelease, putInPlace: () => Promise<void>): Promise<ApkRelease> {
    const { uploadKey, etag, finalKey, version, sizeBytes, sha256, uploadedBy } = release;
    await this.postgres.query('UPDATE apk_uploads SET final_key = $2 WHERE object_key = $1', [
      uploadKey,
      finalKey,
    ]);
    return this.postgres.transaction(async (ask) => {
      if (!(await lock(ask)))
        throw new ProblemError('conflict', 'Another release is being made. Try again in a few seconds.');
      await putInPlace();
      // The same file again is the same release; who uploaded it may have been deleted meanwhile.
      await ask(
        `INSERT INTO apk_releases (object_key, version, size_bytes, sha256, uploaded_by, is_current)
         VALUES ($1, $2, $3, $4, (SELECT wallet_address FROM users WHERE wallet_address = $5), false)
         ON CONFLICT (object_key) DO NOTHING`,
        [finalKey, version, sizeBytes, sha256, uploadedBy],
      );
      await ask('UPDATE apk_releases SET is_current = false WHERE is_current AND object_key <> $1', [
        finalKey,
      ]);
      const [row] = await ask<ReleaseRow>(
        `UPDATE apk_releases SET is_current = true WHERE object_key = $1 RETURNING ${RELEASE}`,
        [finalKey],
      );
      if (!row) throw new Error(`the record of ${finalKey} is gone`);
      await ask('UPDATE apk_uploads SET release_id = $2, etag = $3 WHERE object_key = $1', [
        uploadKey,
        row.id,
        etag,
      ]);
      return toRelease(row);
    });
  }

  /** The current one first, then the newest. */
  async releases(): Promise<{ release: ApkRelease; isCurrent: boolean }[]> {
    const rows = await this.postgres.query<ReleaseRow>(
      `SELECT ${RELEASE} FROM apk_releases ORDER BY is_current DESC, created_at DESC, id DESC LIMIT $1`,
      [OLDER_MOST + 1],
    );
    return rows.map((row) => ({ release: toRelease(row), isCurrent: row.is_current }));
  }

  async currentRelease(): Promise<ApkRelease | null> {
    const [row] = await this.postgres.query<ReleaseRow>(
      `SELECT ${RELEASE} FROM apk_releases WHERE is_current`,
    );
    return row ? toRelease(row) : null;
  }

  /** Of these keys those that were given out, and whether each still waits for its file or for the file's check. */
  async waitingAmong(keys: readonly string[]): Promise<Map<string, boolean>> {
    const rows = await this.postgres.query<{ object_key: string; is_waiting: boolean }>(
      `SELECT object_key, refused_as IS NULL AND release_id IS NULL AND expires_at > now() AS is_waiting
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

const toRelease = ({ version, size_bytes, sha256, created_at, object_key }: ReleaseRow): ApkRelease => ({
  version,
  sizeBytes: Number(size_bytes),
  sha256: sha256.toString('hex'),
  createdAt: created_at.getTime(),
  objectPath: object_key,
});
