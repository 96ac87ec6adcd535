"""MiniStack with what it lacks in templates: AWS WAF in front of an API and its log, alarms on several metrics, how a table is kept."""

import sys

from ministack.app import main
from ministack.services import dynamodb, waf
from ministack.services.cloudformation import provisioners


def associate(logical_id, properties, stack_name):
    waf._associate_web_acl({"WebACLArn": properties["WebACLArn"], "ResourceArn": properties["ResourceArn"]})
    return f"{stack_name}-{logical_id}", {}


def dissociate(physical_id, properties):
    waf._disassociate_web_acl({"ResourceArn": properties["ResourceArn"]})


provisioners._RESOURCE_HANDLERS["AWS::WAFv2::WebACLAssociation"] = {"create": associate, "delete": dissociate}
provisioners._RESOURCE_HANDLERS["AWS::WAFv2::LoggingConfiguration"] = {
    "create": lambda logical_id, properties, stack_name: (properties["ResourceArn"], {}),
    "delete": lambda physical_id, properties: None,
}
alarm = provisioners._RESOURCE_HANDLERS["AWS::CloudWatch::Alarm"]
create_alarm, update_alarm = alarm["create"], alarm["update"]


def create_any_alarm(logical_id, properties, stack_name):
    if "Metrics" not in properties:
        return create_alarm(logical_id, properties, stack_name)
    name = properties.get("AlarmName", f"{stack_name}-{logical_id}")
    return name, {"Arn": f"arn:aws:cloudwatch:eu-central-1:000000000000:alarm:{name}"}


def update_any_alarm(physical_id, before, after, stack_name, logical_id=None):
    if "Metrics" not in after:
        return update_alarm(physical_id, before, after, stack_name, logical_id)
    return create_any_alarm(logical_id, after, stack_name)


alarm["create"], alarm["update"] = create_any_alarm, update_any_alarm

table = provisioners._RESOURCE_HANDLERS["AWS::DynamoDB::Table"]
create_table = table["create"]


def create_kept_table(logical_id, properties, stack_name):
    name, attributes = create_table(logical_id, properties, stack_name)
    for setting, update in (
        ("PointInTimeRecoverySpecification", dynamodb._update_continuous_backups),
        ("TimeToLiveSpecification", dynamodb._update_ttl),
    ):
        if setting in properties:
            update({"TableName": name, setting: properties[setting]})
    return name, attributes


table["create"] = create_kept_table
sys.exit(main())
