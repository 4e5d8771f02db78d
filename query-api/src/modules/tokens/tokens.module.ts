import { Module } from '@nestjs/common';
import { ScreeningModule } from '../screening/screening.module.js';
import { KnownMints } from './known-mints.js';
import { GetTokenEvidenceController } from './queries/get-token-evidence/get-token-evidence.controller.js';
import { GetTokenEvidenceHandler } from './queries/get-token-evidence/get-token-evidence.handler.js';
import { GetTokenPageController } from './queries/get-token-page/get-token-page.controller.js';
import { GetTokenPageHandler } from './queries/get-token-page/get-token-page.handler.js';
import { SharedWork } from './shared-work.js';
import { TokenReader } from './token-reader.js';
import { TokenRows } from './token-rows.js';
import { TokenSignatures } from './token-signatures.js';

@Module({
  imports: [ScreeningModule],
  controllers: [GetTokenPageController, GetTokenEvidenceController],
  providers: [
    GetTokenPageHandler,
    GetTokenEvidenceHandler,
    KnownMints,
    SharedWork,
    TokenReader,
    TokenRows,
    TokenSignatures,
  ],
})
export class TokensModule {}
