import { Op, type Transaction } from 'sequelize'
import { sequelize } from '../database'
import { OrderItem, Product } from '../models'

/** Takes a product off the shelf; says whether there was enough of it. */
export async function takeFromStock(productId: number, quantity: number, transaction: Transaction): Promise<boolean> {
  const [changed] = await Product.update(
    { stock: sequelize.literal(`stock - ${Number(quantity)}`) },
    { where: { id: productId, stock: { [Op.gte]: quantity } }, transaction },
  )
  return changed === 1
}

export async function returnToStock(orderId: number): Promise<void> {
  const items = await OrderItem.findAll({ where: { orderId } })
  for (const item of items) {
    await Product.increment('stock', { by: item.quantity, where: { id: item.productId } })
  }
}
