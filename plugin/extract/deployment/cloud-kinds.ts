/**
 * What a resource of a cloud is, told by the words of its type: `aws_db_instance`, `AWS::DynamoDB::Table`, `google_cloud_run_service`.
 * First match wins. What matches nothing is a step between others (a role, a policy, a route table), and is not drawn.
 */
import type { DeclaredUnit } from '../../types'

const KINDS: [RegExp, DeclaredUnit['kind']][] = [
  // Settings of others, whatever they are of.
  [
    /(?:policy|policies|role|permission|attachment|association|subnet_group|parameter_group|option_group|version|alias|grant|member|binding|secret|rule|record|certificate|credential|notification|subscription_filter|event_source_mapping|public_access_block|lifecycle|acl|ownership|task_definition|launch_template|target_group|listener|stage|deployment|integration|method|log_group|alarm|key|user|database_user|firewall|iam|configuration|settings?|security_group|route_table|route|eip|nat_gateway|internet_gateway|network_interface|namespace|project_service|random)$/,
    'resource',
  ],
  [/(?:elasticache|memory_?db|redis|memorystore|memcache|valkey)/, 'cache'],
  [
    /(?:sqs|sns_topic|pubsub|servicebus|service_bus|eventhub|kinesis|msk|kafka|mq_broker|amazonmq|event_?bus|rabbitmq|cloud_tasks_queue|storage_queue|queue)/,
    'queue',
  ],
  [
    /(?:db_instance|db_cluster|rds_cluster|rds_instance|aurora|dynamodb|docdb|neptune|redshift|opensearch|elasticsearch|cloudsql|sql_database|sql_server|mssql|postgresql|mysql|mariadb|cosmosdb|mongodb|mongo|spanner|bigtable|bigquery|firestore|timestream|keyspaces|database_cluster|database_instance|cockroach|planetscale|neon_|supabase|d1_database)/,
    'data store',
  ],
  [
    /(?:s3_bucket|storage_bucket|storage_account|storage_container|efs_file_system|filestore|file_share|fsx|spaces_bucket|r2_bucket|object_storage|s3::bucket|persistent_volume)/,
    'storage',
  ],
  [/(?:ecr_|artifact_registry|container_registry)/, 'image'],
  [/(?:batch_job|scheduler_job|cron_job|codebuild|kubernetes_job|run_v2_job|run_job|glue_job|scheduled_query|state_machine|sfn_)/, 'job'],
  [/(?:lambda|cloudfunctions?|function_app|serverless_function|serverless::function|workers?_script|edge_function)/, 'function'],
  [
    /(?:^|_)(?:lb|alb|elb)(?:$|_)|(?:load_?balancer|cloudfront|cdn|front_?door|api_?gateway|apigateway|application_gateway|httpapi|serverless_api|rest_?api|ingress|url_map|global_forwarding|waf|traffic_manager)/,
    'ingress',
  ],
  [
    /(?:ecs_service|app_runner|apprunner|cloud_run|run_service|run_v2_service|app_service|web_app|container_app|container_group|elastic_beanstalk|app_engine|digitalocean_app|heroku_app|fly_app|vercel_project|netlify_site|render_|railway_|docker_container|kubernetes_deployment|kubernetes_stateful|kubernetes_daemon|kubernetes_pod|helm_release|nomad_job|amplify_app|pages_project)/,
    'service',
  ],
  [
    /(?:^aws_instance$|ec2_instance|ec2::instance|compute_instance|virtual_machine|droplet|autoscaling_group|scale_set|instance_group|hcloud_server|linode_instance|vultr_instance|lightsail|server$|eks_cluster|ecs_cluster|container_cluster|kubernetes_cluster|gke|aks|eks_node_group|node_pool|emr)/,
    'workload',
  ],
  [/(?:kubernetes_service)/, 'service'],
  [/(?:vpc|virtual_network|compute_network|subnet|subnetwork|vnet)$/, 'network'],
  [/(?:cognito_user_pool|identity_pool|ses_|cloudwatch_event|eventbridge|step_function)/, 'service'],
]

/** @returns undefined for what is only a step between others */
export function cloudKind(type: string): DeclaredUnit['kind'] | undefined {
  const words = type
    .replace(/^AWS::/i, 'aws_')
    .replace(/^(?:Microsoft\.|@)/, '')
    .replace(/(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, '_')
    .replace(/::|[/.-]+/g, '_')
    .toLowerCase()
    // Names of products are one word in Terraform.
    .replace(/(dynamo|doc|memory)_db|(elasti)_(cache)|(cloud)_(front)|(open|elastic)_(search)/g, (found) => found.replace('_', ''))
  const kind = KINDS.find(([pattern]) => pattern.test(words))?.[1]
  return kind === 'resource' ? undefined : kind
}
