import { type ProfileName, TokenEvidence } from '@cryptonite/contracts/api';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { SharedWork } from '../../shared-work.js';
import { TokenReader } from '../../token-reader.js';
import { TokenRows } from '../../token-rows.js';
import { TokenSignatures } from '../../token-signatures.js';
import { creatorIn, evidenceOf, momentsOf } from '../../view/evidence.js';
import { GetTokenEvidence } from './get-token-evidence.query.js';

@QueryHandler(GetTokenEvidence)
export class GetTokenEvidenceHandler implements IQueryHandler<GetTokenEvidence> {
  constructor(
    private readonly reader: TokenReader,
    private readonly rows: TokenRows,
    private readonly signatures: TokenSignatures,
    private readonly work: SharedWork,
  ) {}

  async execute({ mint, profile, callers }: GetTokenEvidence): Promise<TokenEvidence> {
    this.reader.check(mint);
    return this.work.of(`evidence ${mint} ${profile}`, callers, () => this.#make(mint, profile));
  }

  async #make(mint: string, profile: ProfileName): Promise<TokenEvidence> {
    const known = await this.reader.readStored(mint);
    const { measurement } = known.shown;
    const [signatures, answers] = await Promise.all([
      this.signatures.of({
        measurement,
        ofFirstHour: known.firstHour?.matched ?? null,
        moments: momentsOf(known, profile),
        creator: creatorIn(known.assessed),
      }),
      this.rows.answers(measurement),
    ]);
    return TokenEvidence.parse(evidenceOf(known, profile, signatures, answers));
  }
}
