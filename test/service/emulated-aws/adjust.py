"""What the road needs of a deployed stack and MiniStack cannot do: see "Known limits of MiniStack", test/README.md."""

import json
import os

import botocore.session

session = botocore.session.get_session()


def client(service):
    return session.create_client(service, endpoint_url=os.environ["AWS_ENDPOINT_URL"])


# The receiver of the webhook listens on this machine.
functions = client("lambda")
for function in functions.list_functions()["Functions"]:
    name = function["FunctionName"]
    if "GenerationsCreate" in name or "DeliverWebhook" in name:
        variables = {**function["Environment"]["Variables"], "ALLOW_LOCAL_NETWORK": "true"}
        functions.update_function_configuration(FunctionName=name, Environment={"Variables": variables})

# MiniStack does not know the state machine of a task token, which is what AWS compares the role's policy with.
roles = client("iam")
for role in roles.list_roles()["Roles"]:
    if "CompleteInference" in role["RoleName"] or "StartInference" in role["RoleName"]:
        statement = {
            "Effect": "Allow",
            "Action": ["states:SendTaskSuccess", "states:SendTaskFailure"],
            "Resource": "*",
        }
        policy = {"Version": "2012-10-17", "Statement": [statement]}
        roles.put_role_policy(
            RoleName=role["RoleName"], PolicyName="task-tokens", PolicyDocument=json.dumps(policy)
        )
