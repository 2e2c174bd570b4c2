import type { Api } from '../api/app.ts';
import type { Call } from '../api/call.ts';
import { refuseKeyInQuery } from '../api/parameter.ts';
import { type Exchange, type Step, writeReply } from './exchange.ts';

/** The step that answers every path of the API that is no file of the release. */
export function answerApi(api: Api, callOf: (exchange: Exchange) => Call): Step {
  return async (exchange) => {
    const { target } = exchange;
    if (!target.isApi) return false;
    refuseKeyInQuery(target.query);
    writeReply(exchange, await api(callOf(exchange), target.path));
    return true;
  };
}
