import type { PictureSize } from '@cryptonite/contracts/api';
import { Query } from '@nestjs/cqrs';

/** How does this picture look? Null where it is not kept. */
export class GetPicture extends Query<Buffer | null> {
  constructor(
    readonly sha256: string,
    readonly size: PictureSize,
  ) {
    super();
  }
}
