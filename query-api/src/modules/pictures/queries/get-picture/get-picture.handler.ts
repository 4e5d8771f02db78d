import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pictureFile } from '@cryptonite/contracts/api';
import { Inject } from '@nestjs/common';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { CONFIG, type Config } from '../../../../platform/config/config.js';
import { GetPicture } from './get-picture.query.js';

@QueryHandler(GetPicture)
export class GetPictureHandler implements IQueryHandler<GetPicture> {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  async execute({ sha256, size }: GetPicture): Promise<Buffer | null> {
    const { PICTURES_DIR: folder } = this.config;
    if (folder === undefined) return null;
    try {
      return await readFile(join(folder, pictureFile(sha256, size)));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    }
  }
}
