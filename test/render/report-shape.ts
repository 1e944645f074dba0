/**
 * What the specification (2.4 to 2.6) asks of each page, as data: sections in their order, and columns of their tables.
 * `tables` names heads that must stand in the section; what a project lacks may leave a table out, then `orText` matches
 * what the section says instead.
 */
export interface SectionShape {
  heading: RegExp
  tables?: { head: string; rows?: string[] }[]
  /** A drawing, in any section of the page that has one. */
  diagram?: boolean
  orText?: RegExp
}

export interface PageShape {
  page: string
  /** Bold labels under the title, or rows of the first table. */
  fields: string[]
  sections: SectionShape[]
}

const analysis = 'security-docs/analysis'
const none = /\b(no|none|nothing|not)\b/i

export const pageShapes: PageShape[] = [
  {
    page: 'security-docs/index.md',
    fields: ['Project', 'Analysis date', 'Security grade', 'Status'],
    sections: [
      { heading: /^Executive summary$/ },
      { heading: /^Finding overview$/, tables: [{ head: 'Severity | Count | Open', rows: ['Critical', 'High', 'Medium', 'Low'] }] },
      { heading: /^Immediate actions$/ },
      {
        heading: /^Analysis reports$/,
        tables: [
          {
            head: 'Document | Status | Description',
            rows: [
              '01 Security surface',
              '02 Authentication',
              '03 Authorization',
              '04 Data protection',
              '05 Input validation',
              '06 Secrets management',
              '07 Findings summary',
            ],
          },
        ],
      },
      { heading: /^Compliance reports$/, tables: [{ head: 'Framework | Status | Coverage' }], orText: none },
      { heading: /^Positive observations$/ },
      { heading: /^Remediation roadmap$/, diagram: true, orText: none },
      { heading: /^Completion checklist$/ },
      { heading: /^Limits of this analysis$/ },
      { heading: /^Versions of the frameworks$/, tables: [{ head: 'Framework | Version' }] },
    ],
  },
  {
    page: 'security-docs/executive-summary.md',
    fields: ['Subject', 'Date', 'Scope', 'Grade'],
    sections: [
      { heading: /^Overall posture$/ },
      { heading: /^Key statistics$/, tables: [{ head: 'Severity | Count | Open', rows: ['Critical', 'High', 'Medium', 'Low', 'Info'] }] },
      { heading: /^Immediate actions$/ },
      { heading: /^Positive observations$/ },
      { heading: /^Compliance summary$/, tables: [{ head: 'Framework | Score' }], orText: none },
      { heading: /^Estimated remediation$/, tables: [{ head: 'Priority | Findings | Effort', rows: ['Critical', 'High', 'Medium', 'Low'] }] },
      { heading: /^Recommendation$/ },
    ],
  },
  {
    page: `${analysis}/01-security-surface.md`,
    fields: ['Analysis date', 'Analyst'],
    sections: [
      {
        heading: /^1\. Entry points inventory$/,
        tables: [{ head: 'Endpoint | Method | Auth required | Rate limited | Input validation' }, { head: 'Entry point | Type | Auth | Notes' }],
        orText: none,
      },
      { heading: /^2\. Network boundaries$/, diagram: true, orText: none },
      { heading: /^3\. Exposed functionality matrix$/, tables: [{ head: 'Function | Public | Auth | User | Admin | Risk' }], orText: none },
      {
        heading: /^4\. Attack surface summary$/,
        tables: [
          {
            head: 'Category | Count | Risk level | Because',
            rows: ['Public endpoints', 'Authenticated endpoints', 'Admin endpoints', 'File upload points', 'External integrations'],
          },
        ],
      },
      { heading: /^5\. Findings$/ },
    ],
  },
  {
    page: `${analysis}/02-authentication.md`,
    fields: ['Analysis date'],
    sections: [
      { heading: /^1\. Mechanisms$/, tables: [{ head: 'Mechanism | Implementation | Where used | Strength' }], orText: none },
      { heading: /^2\. Authentication flow$/, diagram: true, orText: none },
      { heading: /^3\. Password security$/, tables: [{ head: 'Control | Current | Recommended | Status' }], orText: none },
      { heading: /^4\. Token and session security$/, tables: [{ head: 'Aspect | Current | Risk | Recommendation' }], orText: none },
      { heading: /^5\. Brute-force protection$/ },
      { heading: /^6\. Findings$/ },
    ],
  },
  {
    page: `${analysis}/03-authorization.md`,
    fields: ['Analysis date'],
    sections: [
      {
        heading: /^1\. Authorization model$/,
        tables: [
          {
            head: 'Model | In use | Implementation',
            rows: ['Role-based (RBAC)', 'Attribute-based (ABAC)', 'Access-control lists (ACL)', 'Owner-based', 'Tenant isolation'],
          },
        ],
        orText: none,
      },
      {
        heading: /^2\. Roles and permissions$/,
        tables: [
          { head: 'Role | Level | Represented by | Rights | Asked for by guards | Evidence' },
          { head: 'Role | Read public | Read own | Write own | Read all | Write all | Delete all' },
        ],
        orText: none,
      },
      { heading: /^3\. Enforcement$/, tables: [{ head: 'Location | Check type | Coverage' }], orText: none },
      { heading: /^4\. Privilege escalation risks$/, tables: [{ head: 'Risk | Status | What the code shows | Findings' }], orText: none },
      {
        heading: /^5\. Multi-tenancy$/,
        tables: [
          {
            head: 'Check | Status | What the code shows',
            rows: ['Tenant id enforced in queries', 'No access across tenants', 'Tenant-scoped administrator roles', 'Shared resources controlled'],
          },
        ],
        orText: none,
      },
      { heading: /^6\. Findings$/ },
    ],
  },
  {
    page: `${analysis}/04-data-protection.md`,
    fields: ['Analysis date'],
    sections: [
      {
        heading: /^1\. Sensitive data inventory$/,
        tables: [{ head: 'Field | Entity | Classification | Encrypted | Logged | Retention' }],
        orText: none,
      },
      { heading: /^2\. Data flow$/, diagram: true, orText: none },
      {
        heading: /^3\. Encryption assessment$/,
        tables: [
          {
            head: 'State of the data | Current | Recommended | Status',
            rows: ['At rest, database', 'At rest, files', 'In transit', 'Backups', 'In memory'],
          },
        ],
        orText: none,
      },
      {
        heading: /^4\. Logging exposure$/,
        tables: [{ head: 'Log | Written by | A line holds | Goes to | Kept', rows: ['Access', 'Error', 'Audit', 'Debug'] }],
        orText: none,
      },
      {
        heading: /^5\. Retention and deletion$/,
        tables: [{ head: 'Data | Kept for | Deletion', rows: ['User accounts', 'Transactions', 'Sessions', 'Logs'] }],
        orText: none,
      },
      { heading: /^6\. Compliance considerations$/ },
      { heading: /^7\. Findings$/ },
    ],
  },
  {
    page: `${analysis}/05-input-validation.md`,
    fields: ['Analysis date'],
    sections: [
      {
        heading: /^1\. Input sources$/,
        tables: [
          {
            head: 'Source | Validation | Sanitization | Risk',
            rows: ['URL params', 'Query strings', 'Request body', 'Headers', 'File uploads', 'Cookies'],
          },
        ],
        orText: none,
      },
      { heading: /^2\. Injection vulnerabilities$/, tables: [{ head: 'Location | Pattern | Severity | Code' }], orText: none },
      {
        heading: /^3\. Output encoding$/,
        tables: [
          { head: 'Context | Required encoding | Implemented | Status', rows: ['HTML body', 'HTML attribute', 'JavaScript', 'URL', 'CSS', 'JSON'] },
        ],
        orText: none,
      },
      { heading: /^4\. File upload controls$/, tables: [{ head: 'Control | Current | Recommended | Status' }], orText: none },
      { heading: /^5\. Findings$/ },
    ],
  },
  {
    page: `${analysis}/06-secrets-management.md`,
    fields: ['Analysis date'],
    sections: [
      { heading: /^1\. Inventory$/, tables: [{ head: 'Secret | Purpose | Storage | Rotation | Risk' }], orText: none },
      { heading: /^2\. Hardcoded secrets scan$/, tables: [{ head: 'File | Line | Type | Redacted content | Severity | Status' }], orText: none },
      { heading: /^3\. Version-control history$/, tables: [{ head: 'Commit | File | Secret type | Action' }], orText: none },
      { heading: /^4\. Secrets flow$/, diagram: true, orText: none },
      { heading: /^5\. Recommendations$/, tables: [{ head: 'Current practice | Recommendation | Priority' }], orText: none },
      { heading: /^6\. Findings$/ },
    ],
  },
  {
    page: `${analysis}/07-findings-summary.md`,
    fields: ['Analysis date', 'Security grade'],
    sections: [
      { heading: /^1\. Executive summary$/ },
      {
        heading: /^2\. Key statistics$/,
        tables: [{ head: 'Statistic | Count | Open', rows: ['Total', 'Critical', 'High', 'Medium', 'Low', 'Info', 'Fixed'] }],
      },
      { heading: /^3\. Top priority findings$/ },
      { heading: /^4\. All findings$/, tables: [{ head: 'ID | Finding | Severity | CVSS | Phase | Location | Status' }], orText: none },
      { heading: /^5\. Remediation roadmap$/, diagram: true, orText: none },
      {
        heading: /^6\. Risk matrix$/,
        tables: [
          { head: 'Likelihood | Minor | Moderate | Major | Severe', rows: ['Almost certain', 'Likely', 'Possible', 'Unlikely'] },
          { head: 'Finding | Likelihood | Impact | Risk' },
        ],
        orText: none,
      },
      { heading: /^7\. Positive observations$/ },
    ],
  },
]
