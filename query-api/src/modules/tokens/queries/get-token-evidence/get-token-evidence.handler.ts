import { TokenEvidence } from '@cryptonite/contracts/api';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { TokenReader } from '../../token-reader.js';
import { TokenSignatures } from '../../token-signatures.js';
import { evidenceOf, momentsOf } from '../../view/evidence.js';
import { GetTokenEvidence } from './get-token-evidence.query.js';

@QueryHandler(GetTokenEvidence)
export class GetTokenEvidenceHandler implements IQueryHandler<GetTokenEvidence> {
  constructor(
    private readonly reader: TokenReader,
    private readonly signatures: TokenSignatures,
  ) {}

  async execute({ mint, profile }: GetTokenEvidence): Promise<TokenEvidence> {
    const known = await this.reader.read(mint);
    const signatures = await this.signatures.of(known.shown.measurement, momentsOf(known, profile));
    return TokenEvidence.parse(evidenceOf(known, profile, signatures));
  }
}
