/** Stacks of the AWS CDK: who signs in, what is sent in the clear, what rights reach how far; each beside a twin. */
import { test } from 'vitest'
import { check } from './marked-lines'

const CDK = { 'aws-cdk-lib': '2' }
const stack = (body: string) => `
import { Stack, aws_apigateway as ag, aws_apigatewayv2 as ag2, aws_lambda as lambda, aws_cloudfront as cf, aws_iam as iam, aws_ec2 as ec2, aws_rds as rds, aws_s3 as s3, aws_msk as msk, aws_elasticloadbalancingv2 as elb } from 'aws-cdk-lib'
export class ShopStack extends Stack {
  constructor(scope, id, props) {
    super(scope, id, props)
    const { vpc, fn, role, origin } = props
${body}
  }
}
`

test('methods and functions that nobody signs in to', () =>
  check(
    {
      'stack.ts': stack(`
    const api = new ag.RestApi(this, 'A')
    const orders = api.root.addResource('orders')
    orders.addMethod('POST', new ag.LambdaIntegration(fn), { authorizationType: ag.AuthorizationType.NONE }) // public-cloud-resource: medium
    orders.addMethod('OPTIONS', new ag.MockIntegration(), { authorizationType: ag.AuthorizationType.NONE }) // public-cloud-resource: none
    orders.addMethod('GET', new ag.LambdaIntegration(fn), { authorizationType: ag.AuthorizationType.IAM }) // public-cloud-resource: none
    new ag2.CfnRoute(this, 'R', { apiId: props.api, routeKey: 'GET /orders', authorizationType: 'NONE' }) // public-cloud-resource: medium
    new ag2.CfnRoute(this, 'J', { apiId: props.api, routeKey: 'GET /orders', authorizationType: 'JWT' }) // public-cloud-resource: none
    fn.addFunctionUrl({ authType: lambda.FunctionUrlAuthType.NONE }) // public-cloud-resource: medium
    fn.addFunctionUrl({ authType: lambda.FunctionUrlAuthType.AWS_IAM }) // public-cloud-resource: none
    new rds.DatabaseInstance(this, 'D', { vpc, storageEncrypted: true, vpcSubnets: { subnetType: ec2.SubnetType.PUBLIC } }) // public-cloud-resource: medium
    new rds.DatabaseInstance(this, 'E', { vpc, storageEncrypted: true, vpcSubnets: { subnetType: ec2.SubnetType.PRIVATE_ISOLATED } }) // public-cloud-resource: none
    new s3.CfnBucket(this, 'B', { accessControl: 'PublicRead' }) // public-cloud-resource: high
    new s3.CfnBucket(this, 'C', { accessControl: 'Private' }) // public-cloud-resource: none`),
    },
    CDK,
  ))

test('plain HTTP in front of a stack', () =>
  check(
    {
      'stack.ts': stack(`
    new elb.CfnListener(this, 'L', { loadBalancerArn: props.arn, protocol: 'HTTP', port: 80, defaultActions: [{ type: 'forward' }] }) // cleartext-server: medium
    new elb.CfnListener(this, 'M', { loadBalancerArn: props.arn, protocol: 'HTTP', port: 80, defaultActions: [{ type: 'redirect' }] }) // cleartext-server: none
    new cf.Distribution(this, 'D', { defaultBehavior: { origin, viewerProtocolPolicy: cf.ViewerProtocolPolicy.ALLOW_ALL } }) // cleartext-server: medium
    new cf.Distribution(this, 'E', { defaultBehavior: { origin, viewerProtocolPolicy: cf.ViewerProtocolPolicy.REDIRECT_TO_HTTPS } }) // cleartext-server: none
    new msk.CfnCluster(this, 'K', { encryptionInfo: { encryptionInTransit: { clientBroker: 'PLAINTEXT' } } }) // cleartext-server: medium
    new msk.CfnCluster(this, 'N', { encryptionInfo: { encryptionInTransit: { clientBroker: 'TLS' } } }) // cleartext-server: none
    new elb.CfnListener(this, 'O', { protocol: 'HTTPS', sslPolicy: 'ELBSecurityPolicy-2016-08' }) // weak-tls-version: medium
    new elb.CfnListener(this, 'P', { protocol: 'HTTPS', sslPolicy: 'ELBSecurityPolicy-TLS13-1-2-2021-06' }) // weak-tls-version: none`),
    },
    CDK,
  ))

test('rights that reach too far, and ways in', () =>
  check(
    {
      'stack.ts': stack(`
    const all = new iam.PolicyStatement() // unbounded-cloud-rights: none
    all.addActions('*') // unbounded-cloud-rights: high
    all.addResources('*')
    const one = new iam.PolicyStatement()
    one.addActions('s3:GetObject') // unbounded-cloud-rights: none
    one.addResources(props.arn)
    role.addToPolicy(all)
    fn.addToRolePolicy(new iam.PolicyStatement({ actions: ['s3:*'], resources: ['*'] })) // unbounded-cloud-rights: medium
    fn.addToRolePolicy(new iam.PolicyStatement({ actions: ['s3:*'], resources: [props.arn] })) // unbounded-cloud-rights: none
    fn.addToRolePolicy(new iam.PolicyStatement({ actions: ['logs:*'], resources: ['*'] })) // unbounded-cloud-rights: none
    role.addManagedPolicy(iam.ManagedPolicy.fromAwsManagedPolicyName('AdministratorAccess')) // unbounded-cloud-rights: medium
    role.addManagedPolicy(iam.ManagedPolicy.fromAwsManagedPolicyName('ReadOnlyAccess')) // unbounded-cloud-rights: none
    new iam.Role(this, 'R', { assumedBy: new iam.AnyPrincipal() }) // public-cloud-resource: high
    new iam.Role(this, 'S', { assumedBy: new iam.ServicePrincipal('lambda.amazonaws.com') }) // public-cloud-resource: none
    const group = new ec2.SecurityGroup(this, 'G', { vpc })
    group.addIngressRule(ec2.Peer.anyIpv6(), ec2.Port.SSH) // public-cloud-resource: high
    group.addIngressRule(ec2.Peer.anyIpv6(), ec2.Port.HTTPS) // public-cloud-resource: none
    new ec2.CfnSecurityGroup(this, 'H', { securityGroupIngress: [{ ipProtocol: 'tcp', cidrIp: '0.0.0.0/0', fromPort: 20, toPort: 25 }] }) // public-cloud-resource: high
    new ec2.CfnSecurityGroup(this, 'I', { securityGroupIngress: [{ ipProtocol: 'tcp', cidrIp: '10.0.0.0/8', fromPort: 22, toPort: 22 }] }) // public-cloud-resource: none`),
    },
    CDK,
  ))
