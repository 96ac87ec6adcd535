import { McpServer } from "@modelcontextprotocol/server";
import packageJson from "../package.json" with { type: "json" };
import type { Account } from "./results.ts";
import { cancelGeneration } from "./tools/cancel-generation.ts";
import { closeListing } from "./tools/close-listing.ts";
import { findGenerations } from "./tools/find-generations.ts";
import { getCapabilities } from "./tools/get-capabilities.ts";
import { getGeneration } from "./tools/get-generation.ts";
import { getListing } from "./tools/get-listing.ts";
import { getUsage } from "./tools/get-usage.ts";
import { regenerate } from "./tools/regenerate.ts";
import { stagePicture } from "./tools/stage-picture.ts";

const instructions = `Stages pictures of properties by the Image Staging Generation API. stage_picture makes a picture and shows
it; a job that has not ended by then continues, and get_generation shows it later. regenerate makes another picture from the
same source. Pictures of one home share a look if their jobs name the same listing. get_capabilities says what goes together and what the model declines. Pictures that succeed use units of a paid plan: do not make more than were asked for. The results are virtually
altered: say so wherever they are published, or set disclosure.`;

/** The server of one connection, with every tool. */
export function createServer(account: Account): McpServer {
  const { name, version } = packageJson;
  const server = new McpServer({ name, title: "Image staging", version }, { instructions });
  const jobs = [stagePicture, regenerate, findGenerations, getGeneration, cancelGeneration];
  const tools = [...jobs, getListing, closeListing, getCapabilities, getUsage];
  for (const register of tools) register(server, account);
  return server;
}
