import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { ProblemError } from '../../platform/http/problem.js';
import { ObjectStore } from '../../platform/objects/object-store.js';

/** A week, the longest that S3 signs for. */
export const UPLOAD_VALID_SECONDS = 604_800;
export const UPLOADS = 'uploads/';
const KEY = /\/(uploads\/[0-9a-f]{32})$/;

/** Nobody guesses it, and nobody who uploads has a say in it. */
export const newUploadKey = (): string => `${UPLOADS}${randomBytes(16).toString('hex')}`;

/** Where uploads go, and which of them an address names. */
@Injectable()
export class UploadAddresses {
  constructor(private readonly objects: ObjectStore) {}

  /** Takes one file by PUT, and gives no other right. */
  sign(key: string): Promise<string> {
    return this.objects.signPut(key, UPLOAD_VALID_SECONDS);
  }

  /**
   * The key of an address as it was given out, with its signature or without it. It is compared as text: nothing that a URL
   * can hold besides (dots, escapes, a user, another host) names anything here.
   */
  async keyOf(apkUrl: string): Promise<string> {
    const [address = ''] = apkUrl.split('?', 1);
    const [, key = null] = KEY.exec(address) ?? [];
    if (key !== null && addressIn(await this.sign(key)) === address) return key;
    throw new ProblemError(
      'bad_request',
      'apkUrl: must be an address that POST /api/objects/upload gave, with or without what follows its question mark.',
    );
  }
}

const addressIn = (signed: string) => signed.split('?', 1)[0];
