import { Session } from '@cryptonite/contracts/api';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { toUser } from '../../view/user.js';
import { GetSession } from './get-session.query.js';

@QueryHandler(GetSession)
export class GetSessionHandler implements IQueryHandler<GetSession> {
  async execute({ caller }: GetSession): Promise<Session> {
    return Session.parse({ authenticated: caller !== null, user: caller && toUser(caller) });
  }
}
