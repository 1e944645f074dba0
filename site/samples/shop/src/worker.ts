import { type Job, Worker } from 'bullmq'
import { logger } from './logger'
import { Order, OrderItem, User } from './models'
import { connection, ORDERS } from './queue'
import { writeInvoice } from './services/invoices'
import { sendConfirmation } from './services/mail'

async function confirm(job: Job<{ orderId: number }>): Promise<void> {
  const order = await Order.findByPk(job.data.orderId, { rejectOnEmpty: true })
  const items = await OrderItem.findAll({ where: { orderId: order.id } })
  const user = await User.findByPk(order.userId, { rejectOnEmpty: true })
  await order.update({ invoiceFile: await writeInvoice(order, items, user) })
  await sendConfirmation(user, order)
}

const worker = new Worker(ORDERS, confirm, { connection, concurrency: 4 })

worker.on('completed', (job) => logger.info({ job: job.id }, 'confirmed'))
worker.on('failed', (job, error) => logger.error({ job: job?.id, error }, 'not confirmed'))
