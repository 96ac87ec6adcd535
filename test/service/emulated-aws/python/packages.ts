/** What the project's checks need of PyPI besides MiniStack. */
export const cfnLint = "cfn-lint==1.51.0";
export const schemathesis = "schemathesis==4.32.5";
export const openapiPythonClient = "openapi-python-client==0.29.1";
export const awsCli = "awscli==1.46.3";
export const encypherC2pa = "encypher-c2pa==1.7.1";
