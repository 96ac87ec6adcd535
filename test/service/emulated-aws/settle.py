"""Ends what still waits, such as a webhook for its next attempt: a function that runs while the stack is deleted writes its log group again. On AWS no role may (logs:CreateLogGroup)."""

import os

import botocore.session

session = botocore.session.get_session()
machines = session.create_client("stepfunctions", endpoint_url=os.environ["AWS_ENDPOINT_URL"])

for machine in machines.list_state_machines()["stateMachines"]:
    running = machines.list_executions(stateMachineArn=machine["stateMachineArn"], statusFilter="RUNNING")
    for execution in running["executions"]:
        machines.stop_execution(executionArn=execution["executionArn"])
        print(execution["name"])
