import { Module } from '@nestjs/common';
import { GetPictureController } from './queries/get-picture/get-picture.controller.js';
import { GetPictureHandler } from './queries/get-picture/get-picture.handler.js';

@Module({
  controllers: [GetPictureController],
  providers: [GetPictureHandler],
})
export class PicturesModule {}
