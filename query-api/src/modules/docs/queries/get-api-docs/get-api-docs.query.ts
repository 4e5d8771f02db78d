import { Query } from '@nestjs/cqrs';
import type { describeApi } from '../../view/openapi.js';

export type ApiDocs = { openapi: ReturnType<typeof describeApi>; page: string };

/** What can be asked here, and what are the answers? */
export class GetApiDocs extends Query<ApiDocs> {}
