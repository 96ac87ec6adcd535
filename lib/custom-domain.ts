import { DomainName, EndpointType, type RestApi, SecurityPolicy } from "aws-cdk-lib/aws-apigateway";
import { Certificate } from "aws-cdk-lib/aws-certificatemanager";
import { Construct } from "constructs";

type Parts = { api: RestApi; name: string; certificateArn: string };

/**
 * The API under its domain name, which stays when the API behind it is another one. The certificate is in the stage's
 * region. The zone of the name has a record that points at `target`.
 */
export class CustomDomain extends Construct {
  readonly url: string;
  readonly target: string;

  constructor(scope: Construct, id: string, { api, name, certificateArn }: Parts) {
    super(scope, id);
    const domain = new DomainName(this, "Name", {
      domainName: name,
      certificate: Certificate.fromCertificateArn(this, "Certificate", certificateArn),
      endpointType: EndpointType.REGIONAL,
      securityPolicy: SecurityPolicy.TLS_1_2,
    });
    domain.addBasePathMapping(api);
    this.url = `https://${name}/`;
    this.target = domain.domainNameAliasDomainName;
  }
}
