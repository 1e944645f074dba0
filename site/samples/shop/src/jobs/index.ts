import cron from 'node-cron'
import { cancelUnpaid } from './cancel-unpaid'
import { mailSalesReport } from './sales-report'

export function startJobs(): void {
  cron.schedule('0 3 * * *', cancelUnpaid)
  cron.schedule('0 7 * * 1', () => mailSalesReport())
}
