import { Op } from 'sequelize'
import { logger } from '../logger'
import { Order, Review, User } from '../models'

const WEEK = 7 * 24 * 60 * 60 * 1000

export async function mailSalesReport(): Promise<void> {
  const since = new Date(Date.now() - WEEK)
  const orders = await Order.count({ where: { createdAt: { [Op.gte]: since } } })
  const revenue = await Order.sum('total', { where: { status: { [Op.ne]: 'cancelled' }, createdAt: { [Op.gte]: since } } })
  const customers = await User.count({ where: { role: 'customer' } })
  const reviews = await Review.count()
  logger.info({ orders, revenue, customers, reviews }, 'sales of the week')
}
