import { Queue } from 'bullmq'
import { config } from './config'

export const ORDERS = 'orders'

export const connection = { url: config.redisUrl }

const orders = new Queue<{ orderId: number }>(ORDERS, { connection })

export async function queueConfirmation(orderId: number): Promise<void> {
  await orders.add('confirm', { orderId }, { attempts: 5, backoff: { type: 'exponential', delay: 2000 } })
}
