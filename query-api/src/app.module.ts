import { type DynamicModule, Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { AccountsModule } from './modules/accounts/accounts.module.js';
import { ApkModule } from './modules/apk/apk.module.js';
import { DocsModule } from './modules/docs/docs.module.js';
import { GateModule } from './modules/gate/gate.module.js';
import { HealthModule } from './modules/health/health.module.js';
import { ListsModule } from './modules/lists/lists.module.js';
import { PicturesModule } from './modules/pictures/pictures.module.js';
import { ScanModule } from './modules/scan/scan.module.js';
import { SiteModule } from './modules/site/site.module.js';
import { StreamModule } from './modules/stream/stream.module.js';
import { TokensModule } from './modules/tokens/tokens.module.js';
import type { Config } from './platform/config/config.js';
import { PlatformModule } from './platform/platform.module.js';

@Module({
  imports: [
    CqrsModule.forRoot(),
    AccountsModule,
    GateModule,
    ListsModule,
    PicturesModule,
    ScanModule,
    SiteModule,
    StreamModule,
    // Behind the routes that have a word in place of a mint.
    TokensModule,
    ApkModule,
    HealthModule,
    DocsModule,
  ],
})
export class AppModule {}

export const appWith = (config: Config): DynamicModule => ({
  module: AppModule,
  imports: [PlatformModule.with(config)],
});
