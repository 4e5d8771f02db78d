import { randomBytes } from 'node:crypto';
import type { UploadAddress } from '@cryptonite/contracts/api';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { ObjectStore } from '../../../../platform/objects/object-store.js';
import { ApkRecords } from '../../apk-records.js';
import { newUploadId, uploadAddressOf, uploadKeyOf } from '../../upload-addresses.js';
import { RequestUpload } from './request-upload.command.js';

const NONCE_BYTES = 16;

@CommandHandler(RequestUpload)
export class RequestUploadHandler implements ICommandHandler<RequestUpload> {
  constructor(
    private readonly objects: ObjectStore,
    private readonly records: ApkRecords,
  ) {}

  async execute({ sessionSha256, origin }: RequestUpload): Promise<UploadAddress> {
    // An address would be good for nothing without it.
    await this.objects.check();
    const id = newUploadId();
    await this.records.addUpload(uploadKeyOf(id), sessionSha256, randomBytes(NONCE_BYTES).toString('hex'));
    return { uploadURL: uploadAddressOf(origin, id) };
  }
}
