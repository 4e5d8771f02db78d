import { Module } from '@nestjs/common';
import { Gate } from '../../platform/access/gate.js';
import { ForgetBalances } from './forget-balances.js';
import { GetTokenBalanceController } from './queries/get-token-balance/get-token-balance.controller.js';
import { GetTokenBalanceHandler } from './queries/get-token-balance/get-token-balance.handler.js';
import { TokenBalances } from './token-balances.js';
import { TokenGate } from './token-gate.js';

@Module({
  controllers: [GetTokenBalanceController],
  providers: [ForgetBalances, GetTokenBalanceHandler, TokenBalances, { provide: Gate, useClass: TokenGate }],
  exports: [Gate],
})
export class GateModule {}
