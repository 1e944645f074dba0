import moment from 'moment'
import type { User } from '../models'

export function newsletterGreeting(user: User): string {
  const hour = moment().hour()
  if (hour < 11) return `Good morning, ${user.name}`
  return `Hello ${user.name}`
}

export function next_issue_date(): string {
  return moment().add(1, 'month').startOf('month').format('YYYY-MM-DD')
}
