import { downloads, fewStarts, never, ofModel, type Row, receivers, signingKey } from "./evidence.ts";
import { leftBy, writtenByAws } from "./written.ts";

/** Faults that jobs, requests and webhooks show. */
export const faultsOfJobs: Row[] = [
  [
    "a task of ours fails",
    { failsWith: "internal_error" },
    "Jobs failed by us",
    [240, 40, 10, 10],
    {
      log: "PipelineFinishGenerationLogs",
      lines: leftBy.failedJob,
      prints: /"code":"internal_error".*TypeError/,
    },
  ],
  [
    "KMS refuses to sign",
    { ofEachJob: { SigningRefused: 1 } },
    "Signing key",
    [240, 40, 10, 10],
    {
      log: "PipelineApproveCandidatesLogs",
      answers: {
        "TrentService.Sign": { __type: "KMSInvalidStateException", message: "is pending deletion" },
      },
      lines: () => leftBy.refusedSignature(signingKey),
      prints: /KMSInvalidStateException.*is pending deletion/,
    },
  ],
  [
    "the model fails",
    { failsWith: "inference_failed" },
    "Model failing",
    [360, 120, 90, 90],
    ofModel(writtenByAws.crash),
  ],
  [
    "the model is down",
    { failsWith: "inference_timeout" },
    "Model failing",
    [360, 120, 90, 90],
    ofModel(writtenByAws.timeout),
  ],
  [
    "the model fails, many jobs",
    { failsWith: "inference_failed" },
    "Jobs failed by the model",
    [never, never, 20, 10],
    ofModel(writtenByAws.crash),
  ],
  [
    "the model is down, many jobs",
    { failsWith: "inference_timeout" },
    "Jobs that the model did not answer",
    [never, never, 20, 10],
    ofModel(writtenByAws.timeout),
  ],
  [
    "the model draws badly",
    { failsWith: "no_approved_output" },
    "Jobs without an approved output",
    [360, 120, 90, 90],
    {
      log: "PipelineApproveCandidatesLogs",
      lines: leftBy.rejectedCandidate,
      prints: /"approved":false,"reason":"undecodable"/,
    },
  ],
  ["receivers are down", { receiversAreDown: true }, "Webhooks failing", [360, 120, 70, 70], receivers],
  [
    "requests of a route fail",
    { ofEachJob: { "5XXError": 1 } },
    "Errors of POST /api/v1/generations",
    [never, 240, 15, 15],
    {
      log: "ApiGenerationsCreateLogs",
      lines: leftBy.failedRoute,
      prints: /"level":"ERROR".*ResourceNotFoundException/,
    },
  ],
  [
    "a route is slow",
    { ofEachJob: { Latency: 6000 } },
    "Latency of POST /api/v1/generations",
    [never, never, 20, 20],
    downloads("/api/v1/generations"),
  ],
  ["starts are throttled", { queueSeconds: 200 }, "Time in queue", [300, 60, 20, 20], fewStarts],
  [
    "too few executions of the model",
    { pictureSeconds: 900 },
    "Queue of the rendered model",
    [300, 60, 20, 20],
    { prints: /3008 MB, 8 executions reserved/ },
  ],
];
