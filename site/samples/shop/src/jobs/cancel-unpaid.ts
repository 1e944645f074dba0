import { Op } from 'sequelize'
import { logger } from '../logger'
import { Order } from '../models'
import { returnToStock } from '../services/stock'

const TWO_DAYS = 2 * 24 * 60 * 60 * 1000

export async function cancelUnpaid(): Promise<void> {
  const unpaid = await Order.findAll({ where: { status: 'open', createdAt: { [Op.lt]: new Date(Date.now() - TWO_DAYS) } } })
  for (const order of unpaid) {
    await order.update({ status: 'cancelled' })
    await returnToStock(order.id)
  }
  logger.info({ count: unpaid.length }, 'unpaid orders cancelled')
}
