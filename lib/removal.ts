import { RemovalPolicy } from "aws-cdk-lib";
import type { StageSettings } from "./settings/stage.ts";

/**
 * What CloudFormation does with a resource that it can make again empty. If the stage retains data, the resource
 * outlives its stack, unless its first deployment fails: nothing is in it yet, and the next attempt makes it again.
 */
export const removalOf = ({ retainData }: Pick<StageSettings, "retainData">): RemovalPolicy =>
  retainData ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY;
