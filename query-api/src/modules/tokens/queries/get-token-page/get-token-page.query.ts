import type { ProfileName, TokenPage } from '@cryptonite/contracts/api';
import { Query } from '@nestjs/cqrs';
import type { Counted } from '../../../../platform/http/visitor-address.js';

/** What is known of this token, and what are its scores made of? */
export class GetTokenPage extends Query<TokenPage> {
  constructor(
    readonly mint: string,
    readonly profile: ProfileName,
    /** Whose work it is, where nobody else asks for the same, and the networks that they are in. */
    readonly callers: readonly Counted[],
  ) {
    super();
  }
}
