import type { Function as LambdaFunction } from "aws-cdk-lib/aws-lambda";
import type { Pipeline } from "./pipeline.ts";
import type { ServiceTable } from "./table.ts";

/** The functions of listings. Closing one announces it if its jobs have ended. */
export const listingHandlers = (
  table: ServiceTable,
  pipeline: Pipeline,
  signsPictures: (handler: LambdaFunction) => void,
) => ({
  listListings: {
    file: "listings/list",
    grant: (handler: LambdaFunction) => table.grant(handler, "ORG#", ["GetItem", "Query"]),
  },
  getListing: {
    file: "listings/get",
    grant: (handler: LambdaFunction) => {
      table.grant(handler, "ORG#", ["GetItem", "BatchGetItem", "Query"]);
      signsPictures(handler);
    },
  },
  closeListing: {
    file: "listings/close",
    grant: (handler: LambdaFunction) => {
      table.grant(handler, "ORG#", ["GetItem", "PutItem", "UpdateItem"]);
      pipeline.announces(handler);
    },
  },
});
