/** Every rule, in the order of the reports. A rule is one file and one line here. */
import type { Rule } from './rule'
import adminRouteWithoutGuard from './surface/admin-route-without-guard'
import directoryListing from './surface/directory-listing'
import loginWithoutRateLimit from './surface/login-without-rate-limit'
import missingSecurityHeaders from './surface/missing-security-headers'

export const rules: Rule[] = [adminRouteWithoutGuard, loginWithoutRateLimit, directoryListing, missingSecurityHeaders]
