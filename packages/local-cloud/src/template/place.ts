/** Where the stack is deployed, in the names and ARNs of its resources. */
export type Place = { region: string; account: string; stackName: string };

export const localPlace = (stackName: string): Place => ({
  region: "eu-central-1",
  account: "000000000000",
  stackName,
});

/** The pseudo parameters of CloudFormation. `AWS::NoValue` is `undefined`, and a property with that value is left out. */
export function pseudoParameters(place: Place): Record<string, string | string[] | undefined> {
  const stackId = `arn:aws:cloudformation:${place.region}:${place.account}:stack/${place.stackName}/local`;
  return {
    "AWS::AccountId": place.account,
    "AWS::NoValue": undefined,
    "AWS::NotificationARNs": [],
    "AWS::Partition": "aws",
    "AWS::Region": place.region,
    "AWS::StackId": stackId,
    "AWS::StackName": place.stackName,
    "AWS::URLSuffix": "amazonaws.com",
  };
}
