/**
 * Where a file makes backups, brings them back or checks them. In: path and text of a script, a job, a description of what runs.
 * Out: one statement a line. What counts is that it is done: a file that is merely called backup says nothing, and a document that
 * tells how to do it does nothing.
 */
import type { BackupStatement } from '../graph'
import { shownLine } from './manifests/shown'

/** Files that run something or say what is kept: no documents, no data. */
const RUNS =
  /\.(?:sh|bash|zsh|ksh|fish|ps1|bat|cmd|py|rb|pl|ya?ml|tf|tofu|hcl|toml|service|timer|cron|crontab|mk|groovy|bicep)$|(?:^|\/)(?:[\w.-]*Dockerfile[\w.-]*|Makefile|Jenkinsfile[\w.-]*|Procfile|crontab|justfile|Taskfile|package\.json|[\w.-]*(?:template|stack|cloudformation)[\w.-]*\.json|(?:bin|scripts?|cron(?:\.\w+)?|ops|deploy)\/[\w-]+)$/i
const LOCKS = /(?:^|\/)(?:pnpm-lock\.yaml|yarn\.lock)$/
/** Longer ones are data. In characters. */
const LONGEST = 400_000
const MOST = 40

/** Begins wherever a program may: at the start of a line, behind a pipe, a quote, a path or an operator. */
const commands = (names: string): RegExp => new RegExp(`(?:^|[\\s"'\`|&;(=/:@-])(?<name>${names})(?=$|[\\s"'\`|&;)>])`, 'i')

const MAKES = commands(
  [
    'mongodump|pg_dump(?:all)?|mysqldump|mariadb-dump|mysqlpump|pg_basebackup|xtrabackup|mariabackup|pgbackrest(?: \\S+){0,6}? backup|barman (?:backup|cron)|wal-g (?:backup|wal)-push|litestream replicate',
    'restic(?: \\S+){0,6}? backup|borg(?: \\S+){0,6}? create|borgmatic|velero (?:backup|schedule) create|duplicity|etcdctl(?: \\S+){0,6}? snapshot save',
    'redis-cli(?: -\\S+(?: \\S+)?)* (?:--rdb|bgsave)|sqlite3 \\S+ ["\']?\\.(?:backup|dump)',
    'gcloud sql (?:export|backups create)|gcloud firestore export|aws rds create-db-(?:cluster-)?snapshot|aws dynamodb create-backup',
    'aws backup start-backup-job|heroku pg:backups:(?:capture|schedule)|supabase db dump|influxd? backup|cbbackupmgr backup',
  ].join('|'),
)
const RESTORES = commands(
  'pg_restore|mongorestore|restic(?: \\S+){0,6}? restore|borg(?: \\S+){0,6}? extract|wal-g backup-fetch|litestream restore|velero restore create|gcloud sql backups restore|aws rds restore-db-\\S+|heroku pg:backups:restore|etcdctl(?: \\S+){0,6}? snapshot restore|pgbackrest(?: \\S+){0,6}? restore',
)
const CHECKS = commands(
  'pg_verifybackup|restic(?: \\S+){0,6}? check|borg(?: \\S+){0,6}? check|pgbackrest(?: \\S+){0,6}? (?:verify|check)|barman check',
)

/** Descriptions of clouds and clusters: what keeps copies by itself. A number of zero days keeps none. */
const KEEPS = new RegExp(
  [
    '\\b(?:backup_retention_period|backup_retention_days|snapshot_retention_limit|automated_snapshot_retention_period|retained_backups)\\s*=\\s*(?!["\']?0\\b|null\\b)\\S',
    '\\b(?:BackupRetentionPeriod|SnapshotRetentionLimit|BackupRetentionDays)["\']?\\s*:\\s*["\']?[1-9!{]',
    '\\bpoint_in_time_recovery_enabled\\s*=\\s*true|\\bPointInTimeRecoveryEnabled["\']?\\s*:\\s*["\']?true',
    '\\bresource\\s+"(?:aws_backup_plan|aws_dlm_lifecycle_policy|azurerm_backup_policy_\\w+|azurerm_data_protection_backup_policy_\\w+|google_gke_backup_backup_plan|google_compute_resource_policy_attachment|kubernetes_cron_job_backup)"',
    '\\bType["\']?\\s*:\\s*["\']?AWS::(?:Backup::BackupPlan|DLM::LifecyclePolicy)\\b',
    '^\\s*kind:\\s*(?:ScheduledBackup|BackupSchedule|PerconaServerMongoDBBackup|PerconaXtraDBClusterBackup|VolumeSnapshot|ReplicationSource)\\s*$',
  ].join('|'),
)
/** A block that switches it on, over several lines. */
const SWITCHED = /\b(?<name>point_in_time_recovery|backup_configuration)\s*\{[^{}]*\benabled\s*=\s*true\b/g
/** Images that do nothing else, where something runs them. */
const IMAGES =
  /^\s*(?:-\s*)?image:\s*["']?(?<name>(?:[\w.-]+\/)*(?:(?:postgres|pg|mysql|mariadb|mongo(?:db)?|db|database|volume|docker-volume|redis|s3)[\w-]*backup[\w-]*|velero|pgbackrest|borgmatic|restic|litestream|wal-g))(?::[\w.-]+)?["']?\s*$/
const VELERO = /^\s*apiVersion:\s*velero\.io\//m

const COMMENT = /^\s*(?:#(?!!)|\/\/|<!--|\*|;|rem\s)/i
/** It is installed, looked up or spoken of, not run. */
const ONLY_NAMED =
  /\b(?:apt(?:-get)?|apk|yum|dnf|brew|choco)\b.*\b(?:install|add)\b|\b(?:which|command -v|hash|type)\s+\S+|^\s*(?:-\s*)?(?:name|description|echo|printf)\b[: ]/i
/** The form without the data, or a copy that goes straight into another database. */
const NO_COPY = /--schema-only|--no-data\b|\|\s*(?:psql|mysql|mongorestore|pg_restore)\b/
const SCHEDULE =
  /^\s*-?\s*["']?cron["']?\s*:|\bkind:\s*CronJob\b|^\s*schedule(?:Expression)?\s*[:=]|^\s*OnCalendar=|^\s*(?:[\d*/,-]+\s+){4}[\d*/,-]+\s+\S/m

export function backupStatements(path: string, text: string): BackupStatement[] {
  if (text.length > LONGEST || !RUNS.test(path) || LOCKS.test(path) || !MAY.test(text)) return []
  const found: BackupStatement[] = []
  const isPlanned = SCHEDULE.test(text)
  const isVelero = VELERO.test(text)
  const lines = text.split('\n')
  lines.forEach((line, index) => {
    if (found.length >= MOST || COMMENT.test(line)) return
    const add = (does: BackupStatement['does'], name: string, scheduled: boolean) =>
      found.push({ does, name, scheduled, line: index + 1, text: shownLine(line) })
    const kept = KEEPS.exec(line) ?? (isVelero ? /^kind:\s*(?:Schedule|Backup)\s*$/.exec(line) : null)
    if (kept) add('make', /^\s*(?:kind:|Type|resource)/.test(kept[0]) ? line.trim().replace(/\s*\{$/, '') : (/\w+/.exec(kept[0])?.[0] ?? ''), true)
    const image = IMAGES.exec(line)?.groups?.name
    if (image !== undefined) add('make', image, true)
    if (ONLY_NAMED.test(line)) return
    const makes = MAKES.exec(line)?.groups?.name
    if (makes !== undefined && !NO_COPY.test(line)) add('make', makes, isPlanned)
    const restores = RESTORES.exec(line)?.groups?.name
    if (restores !== undefined) add('restore', restores, isPlanned)
    const checks = CHECKS.exec(line)?.groups?.name
    if (checks !== undefined) add('check', checks, isPlanned)
  })
  for (const match of text.matchAll(SWITCHED)) {
    const line = text.slice(0, match.index).split('\n').length
    if (!COMMENT.test(lines[line - 1] as string))
      found.push({ does: 'make', name: match.groups?.name as string, scheduled: true, line, text: shownLine(lines[line - 1] as string) })
  }
  return found
}

/** Most files have none of these words, and need no look at each line. */
const MAY =
  /dump|backup|restic|borg|velero|snapshot|litestream|barman|wal-g|pgbackrest|_restore|mongorestore|duplicity|point_in_time|PointInTime|bgsave|--rdb|firestore export|gcloud sql|DLM::/i
