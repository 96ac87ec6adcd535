import type { Place } from "./place.ts";

/** What `Ref` and `Fn::GetAtt` return for one resource. */
export type Identity = { name: string; ref: string; attributes: Record<string, string> };

type Kind = {
  /** The property that sets the physical name. */
  nameProperty: string;
  identify: (name: string, place: Place, logicalId: string) => Omit<Identity, "name">;
};

const byName =
  (arn: (name: string, place: Place) => string): Kind["identify"] =>
  (name, place) => ({ ref: name, attributes: { Arn: arn(name, place), Name: name } });

const byArn =
  (nameAttribute: string, arnAttribute: string, arn: (name: string, place: Place) => string) =>
  (name: string, place: Place) => {
    const value = arn(name, place);
    return { ref: value, attributes: { [arnAttribute]: value, [nameAttribute]: name } };
  };

const regional = (service: string, path: string) => (name: string, place: Place) =>
  `arn:aws:${service}:${place.region}:${place.account}:${path}${name}`;

const table: Kind = { nameProperty: "TableName", identify: byName(regional("dynamodb", "table/")) };

const kinds: Record<string, Kind> = {
  "AWS::DynamoDB::Table": table,
  "AWS::DynamoDB::GlobalTable": table,
  "AWS::Lambda::Function": {
    nameProperty: "FunctionName",
    identify: byName(regional("lambda", "function:")),
  },
  "AWS::S3::Bucket": { nameProperty: "BucketName", identify: byName((name) => `arn:aws:s3:::${name}`) },
  "AWS::Events::EventBus": { nameProperty: "Name", identify: byName(regional("events", "event-bus/")) },
  "AWS::Events::Rule": { nameProperty: "Name", identify: byName(regional("events", "rule/")) },
  "AWS::IAM::Role": {
    nameProperty: "RoleName",
    identify: byName((name, place) => `arn:aws:iam::${place.account}:role/${name}`),
  },
  "AWS::KMS::Key": { nameProperty: "", identify: byName(regional("kms", "key/")) },
  "AWS::Logs::LogGroup": { nameProperty: "LogGroupName", identify: byName(regional("logs", "log-group:")) },
  "AWS::SageMaker::Endpoint": {
    nameProperty: "EndpointName",
    identify: (name, place) => ({
      ref: regional("sagemaker", "endpoint/")(name, place),
      attributes: { EndpointName: name },
    }),
  },
  "AWS::SageMaker::EndpointConfig": {
    nameProperty: "EndpointConfigName",
    identify: (name, place) => ({
      ref: regional("sagemaker", "endpoint-config/")(name, place),
      attributes: { EndpointConfigName: name },
    }),
  },
  "AWS::StepFunctions::StateMachine": {
    nameProperty: "StateMachineName",
    identify: byArn("Name", "Arn", regional("states", "stateMachine:")),
  },
  "AWS::SNS::Topic": {
    nameProperty: "TopicName",
    identify: byArn("TopicName", "TopicArn", regional("sns", "")),
  },
  "AWS::SQS::Queue": {
    nameProperty: "QueueName",
    identify: (name, place) => {
      const url = `https://sqs.${place.region}.amazonaws.com/${place.account}/${name}`;
      const attributes = { Arn: regional("sqs", "")(name, place), QueueName: name, QueueUrl: url };
      return { ref: url, attributes };
    },
  },
  "AWS::ApiGateway::RestApi": {
    nameProperty: "",
    identify: (_name, _place, id) => ({ ref: id, attributes: { RootResourceId: `${id}/`, RestApiId: id } }),
  },
};

/**
 * The physical identity that CloudFormation would give a resource. A type that is not in `kinds` has its logical id as
 * its reference, and no attributes.
 */
export function identify(
  type: string,
  logicalId: string,
  givenName: string | undefined,
  place: Place,
): Identity {
  const kind = kinds[type];
  if (kind === undefined) return { name: logicalId, ref: logicalId, attributes: {} };
  const generated = `${place.stackName}-${logicalId}`;
  const name = givenName ?? (type === "AWS::S3::Bucket" ? generated.toLowerCase() : generated);
  return { name, ...kind.identify(name, place, logicalId) };
}

/** The property of a resource type that sets its physical name, if the type has one. */
export const namePropertyOf = (type: string) => kinds[type]?.nameProperty || undefined;
