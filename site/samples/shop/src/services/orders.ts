import { sequelize } from '../database'
import { type Address, Order, OrderItem, Product } from '../models'
import { redeemCoupon } from './coupons'
import { discounted, shippingCost, subtotal } from './pricing'
import { takeFromStock } from './stock'

export interface Wish {
  productId: number
  quantity: number
}

class OutOfStock extends Error {
  readonly status = 409
}

export async function placeOrder(userId: number, address: Address, wishes: Wish[], coupon?: string): Promise<Order> {
  const products = await Product.findAll({ where: { id: wishes.map((wish) => wish.productId) } })
  const lines = wishes.map((wish) => {
    const product = products.find((candidate) => candidate.id === wish.productId)
    if (!product) throw new OutOfStock('One of the products is no longer sold')
    return { ...wish, price: product.price }
  })

  const percent = coupon ? await redeemCoupon(coupon) : 0
  const goods = discounted(subtotal(lines), percent)

  return sequelize.transaction(async (transaction) => {
    for (const line of lines) {
      if (!(await takeFromStock(line.productId, line.quantity, transaction))) {
        throw new OutOfStock('There is not enough of one of the products')
      }
    }
    const total = goods + shippingCost(goods, lines.length, address, false)
    const order = await Order.create({ userId, addressId: address.id, total, couponCode: coupon }, { transaction })
    await OrderItem.bulkCreate(
      lines.map((line) => ({ ...line, orderId: order.id })),
      { transaction },
    )
    return order
  })
}
