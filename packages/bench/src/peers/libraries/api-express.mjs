import express from "express";
import serverless from "serverless-http";
import { admit, headersOf, path, readJob, refusalOf } from "./api.mjs";

/** The route by express with serverless-http, as their documentation shows: middleware, a route, an error handler. */
const app = express();
app.disable("x-powered-by");
app.disable("etag");

app.use(async (request, response, next) => {
  response.locals.known = {};
  await admit(request.apiGateway.event, response.locals.known);
  next();
});

app.get(path, async (request, response) => {
  const { event } = request.apiGateway;
  const job = await readJob(event, response.locals.known);
  response.set(await headersOf(event, response.locals.known)).json(job);
});

app.use(async (error, request, response, _next) => {
  const { status, body } = refusalOf(error);
  response
    .status(status)
    .set(await headersOf(request.apiGateway.event, response.locals.known))
    .json(body);
});

export const handler = serverless(app);
