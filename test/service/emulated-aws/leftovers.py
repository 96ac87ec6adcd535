"""Prints, a line each, what of the service is left in the account; the CDK's own bootstrap stack stays."""

import os

import botocore.session

session = botocore.session.get_session()


def client(service):
    return session.create_client(service, endpoint_url=os.environ["AWS_ENDPOINT_URL"])


names = [
    *(bucket["Name"] for bucket in client("s3").list_buckets()["Buckets"]),
    *client("dynamodb").list_tables()["TableNames"],
    *(function["FunctionName"] for function in client("lambda").list_functions()["Functions"]),
    *(group["logGroupName"] for group in client("logs").describe_log_groups()["logGroups"]),
    *(role["RoleName"] for role in client("iam").list_roles()["Roles"]),
    *(machine["name"] for machine in client("stepfunctions").list_state_machines()["stateMachines"]),
    *(topic["TopicArn"] for topic in client("sns").list_topics()["Topics"]),
    *client("sqs").list_queues().get("QueueUrls", []),
    *(bus["Name"] for bus in client("events").list_event_buses()["EventBuses"] if bus["Name"] != "default"),
    *(api["name"] for api in client("apigateway").get_rest_apis()["items"]),
]
print("\n".join(name for name in names if not name.startswith("cdk-hnb659fds-")))
