import { Router } from "@aws-lambda-powertools/event-handler/http";
import { admit, headersOf, path, readJob, refusalOf } from "./api.mjs";

/** The route by Powertools' event handler, as its documentation shows: middleware, a route, an error handler. */
const app = new Router();

app.use(async ({ reqCtx, next }) => {
  const known = {};
  reqCtx.known = known;
  await admit(reqCtx.event, known);
  await next();
  for (const [name, value] of Object.entries(await headersOf(reqCtx.event, known)))
    reqCtx.res.headers.set(name, value);
});

app.get(path, (reqCtx) => readJob(reqCtx.event, reqCtx.known));

app.errorHandler(Error, async (error, reqCtx) => {
  const { status, body } = refusalOf(error);
  const headers = { "content-type": "application/json", ...(await headersOf(reqCtx.event, reqCtx.known)) };
  return new Response(JSON.stringify(body), { status, headers });
});

export const handler = (event, context) => app.resolve(event, context);
