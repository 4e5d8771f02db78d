import type { UploadAddress } from '@cryptonite/contracts/api';
import { Command } from '@nestjs/cqrs';

/** Gives out an address that takes one file. */
export class RequestUpload extends Command<UploadAddress> {}
