import type { SiteConfig } from '@cryptonite/contracts/api';
import { Query } from '@nestjs/cqrs';

/** What has the operator configured of the site around the scanner? */
export class GetConfig extends Query<SiteConfig> {}
