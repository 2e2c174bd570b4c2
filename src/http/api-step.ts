import type { Reply } from './answer.ts';
import type { Api } from './api/app.ts';
import type { Call } from './api/call.ts';
import { refuseKeyInQuery } from './api/parameter.ts';
import { type Exchange, type Step, writeReply } from './request-context.ts';

/** The step that answers every path of the API that is no file of the release. */
export function answerApi(api: Api, callOf: (exchange: Exchange) => Call): Step {
  return (exchange) => {
    const { target } = exchange;
    if (!target.isApi) return false;
    refuseKeyInQuery(target.query);
    const send = (reply: Reply): true => {
      writeReply(exchange, reply);
      return true;
    };
    const reply = api(callOf(exchange), target.path);
    return reply instanceof Promise ? reply.then(send) : send(reply);
  };
}
