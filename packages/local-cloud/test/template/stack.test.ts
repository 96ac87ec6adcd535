import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as v from "valibot";
import { expect, test } from "vitest";
import { readStack, type Stack } from "../../src/template/stack.ts";

/** Reads a template of one resource with `values` as properties, and of what the values refer to. */
function resolved(values: Record<string, unknown>, template: object = {}): unknown {
  return propertiesOf(
    stackOf({ Resources: { ...others, Probe: { Type: "Probe", Properties: values } }, ...template }),
  );
}

const propertiesOf = (stack: Stack) => stack.resources("Probe", v.looseObject({}))[0]?.properties;

function stackOf(template: object): Stack {
  const directory = mkdtempSync(join(tmpdir(), "template-"));
  writeFileSync(join(directory, "shop-dev.template.json"), JSON.stringify(template));
  return readStack(directory);
}

const others = {
  Table: { Type: "AWS::DynamoDB::Table", Properties: {} },
  Named: {
    Type: "AWS::S3::Bucket",
    Properties: { BucketName: { "Fn::Join": ["-", ["my", { Ref: "AWS::Region" }]] } },
  },
  Pictures: { Type: "AWS::S3::Bucket" },
  Machine: { Type: "AWS::StepFunctions::StateMachine" },
  Queue: { Type: "AWS::SQS::Queue" },
  Alarm: { Type: "AWS::CloudWatch::Alarm", Properties: { Anything: { "Fn::Transform": {} } } },
};

test("a reference is what CloudFormation returns: a name, an ARN or a URL, by type", () => {
  const refs = {
    table: { Ref: "Table" },
    bucket: { Ref: "Pictures" },
    named: { Ref: "Named" },
    machine: { Ref: "Machine" },
    queue: { Ref: "Queue" },
  };
  expect(resolved(refs)).toEqual({
    table: "shop-dev-Table",
    bucket: "shop-dev-pictures",
    named: "my-eu-central-1",
    machine: "arn:aws:states:eu-central-1:000000000000:stateMachine:shop-dev-Machine",
    queue: "https://sqs.eu-central-1.amazonaws.com/000000000000/shop-dev-Queue",
  });
});

test("attributes, joins, selections, splits and substitutions nest", () => {
  const join_ = {
    "Fn::Join": ["", ["arn:", { Ref: "AWS::Partition" }, ":", { "Fn::GetAtt": ["Table", "Arn"] }]],
  };
  const part = { "Fn::Select": [2, { "Fn::Split": [":", { "Fn::GetAtt": "Queue.Arn" }] }] };
  const sub = { "Fn::Sub": ["${AWS::AccountId} ${Table.Arn} ${own} ${!literal}", { own: { Ref: "Table" } }] };
  expect(resolved({ join_, part, sub, plain: { "Fn::Sub": "in ${AWS::Region}" } })).toEqual({
    join_: "arn:aws:arn:aws:dynamodb:eu-central-1:000000000000:table/shop-dev-Table",
    part: "sqs",
    sub: "000000000000 arn:aws:dynamodb:eu-central-1:000000000000:table/shop-dev-Table shop-dev-Table ${literal}",
    plain: "in eu-central-1",
  });
});

test("conditions decide properties and resources, and a property without a value is left out", () => {
  const template = {
    Parameters: { Stage: { Type: "String", Default: "dev" } },
    Conditions: {
      IsProd: { "Fn::Equals": [{ Ref: "Stage" }, "prod"] },
      IsDev: { "Fn::Not": [{ Condition: "IsProd" }] },
      Both: { "Fn::And": [{ Condition: "IsDev" }, { Condition: "IsProd" }] },
      Either: { "Fn::Or": [{ Condition: "IsDev" }, { Condition: "IsProd" }] },
    },
    Mappings: { Sizes: { dev: { memory: 128 } } },
  };
  const values = {
    size: { "Fn::If": ["IsProd", "large", "small"] },
    gone: { "Fn::If": ["Both", "here", { Ref: "AWS::NoValue" }] },
    list: ["a", { "Fn::If": ["Either", { Ref: "AWS::NoValue" }, "b"] }],
    memory: { "Fn::FindInMap": ["Sizes", { Ref: "Stage" }, "memory"] },
  };
  expect(resolved(values, template)).toEqual({ size: "small", list: ["a"], memory: 128 });
  const excluded = stackOf({ ...template, Resources: { Probe: { Type: "Probe", Condition: "IsProd" } } });
  expect(propertiesOf(excluded)).toBeUndefined();
});

test("a reference that cannot be resolved is refused by name", () => {
  expect(() => resolved({ a: { Ref: "Missing" } })).toThrow("Missing");
  expect(() => resolved({ a: { "Fn::GetAtt": ["Table", "Colour"] } })).toThrow("Table.Colour");
  expect(() => resolved({ a: { "Fn::Cidr": [] } })).toThrow("Fn::Cidr is not supported");
});

test("resources that no engine runs can hold anything", () => {
  expect(resolved({ alarm: { Ref: "Alarm" } })).toEqual({ alarm: "Alarm" });
});

test("properties that do not fit their engine are refused with the resource and the property", () => {
  const stack = stackOf({ Resources: { Odd: { Type: "Probe", Properties: { Timeout: "long" } } } });
  expect(() => stack.resources("Probe", v.object({ Timeout: v.number() }))).toThrow(
    /Odd \(Probe\) Timeout: .*number/,
  );
});

test("a directory without a template, or with two, is refused", () => {
  const directory = mkdtempSync(join(tmpdir(), "template-"));
  expect(() => readStack(directory)).toThrow("exactly one *.template.json");
  for (const name of ["a", "b"]) writeFileSync(join(directory, `${name}.template.json`), '{"Resources":{}}');
  expect(() => readStack(directory)).toThrow("exactly one *.template.json");
});
