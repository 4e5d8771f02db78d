import type { UploadAddress } from '@cryptonite/contracts/api';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { ObjectStore } from '../../../../platform/objects/object-store.js';
import { ApkRecords } from '../../apk-records.js';
import { newUploadKey, UPLOAD_VALID_SECONDS, UploadAddresses } from '../../upload-addresses.js';
import { RequestUpload } from './request-upload.command.js';

@CommandHandler(RequestUpload)
export class RequestUploadHandler implements ICommandHandler<RequestUpload> {
  constructor(
    private readonly objects: ObjectStore,
    private readonly records: ApkRecords,
    private readonly addresses: UploadAddresses,
  ) {}

  async execute(): Promise<UploadAddress> {
    // An address is signed without it, and would be good for nothing now.
    await this.objects.check();
    const key = newUploadKey();
    await this.records.addUpload(key, UPLOAD_VALID_SECONDS);
    return { uploadURL: await this.addresses.sign(key) };
  }
}
