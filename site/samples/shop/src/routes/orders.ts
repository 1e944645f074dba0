import { Router } from 'express'
import { z } from 'zod'
import { asyncHandler } from '../middleware/async'
import { validateBody } from '../middleware/validate'
import { Address, Order, OrderItem, Product } from '../models'
import { placeOrder } from '../services/orders'
import { returnToStock } from '../services/stock'

export const orders = Router()

const basket = z.object({
  addressId: z.number().int(),
  coupon: z.string().max(20).optional(),
  items: z.array(z.object({ productId: z.number().int(), quantity: z.number().int().min(1).max(99) })).min(1),
})

orders.post(
  '/',
  validateBody(basket),
  asyncHandler(async (req, res) => {
    const address = await Address.findOne({ where: { id: req.body.addressId, userId: req.user!.id } })
    if (!address) {
      res.status(400).json({ message: 'Unknown address' })
      return
    }
    const order = await placeOrder(req.user!.id, address, req.body.items, req.body.coupon)
    res.status(201).json(order)
  }),
)

orders.get(
  '/',
  asyncHandler(async (req, res) => {
    const own = await Order.findAll({ where: { userId: req.user!.id }, order: [['id', 'DESC']] })
    const result = []
    for (const order of own) {
      const items = await OrderItem.findAll({ where: { orderId: order.id } })
      const lines = []
      for (const item of items) {
        const product = await Product.findByPk(item.productId)
        lines.push({ name: product?.name, quantity: item.quantity, price: item.price })
      }
      result.push({ ...order.toJSON(), lines })
    }
    res.json(result)
  }),
)

orders.get(
  '/:id',
  asyncHandler(async (req, res) => {
    const order = await Order.findByPk(req.params.id, { include: [OrderItem] })
    if (!order) {
      res.sendStatus(404)
      return
    }
    res.json(order)
  }),
)

orders.post(
  '/:id/cancel',
  asyncHandler(async (req, res) => {
    const order = await Order.findOne({ where: { id: Number(req.params.id), userId: req.user!.id } })
    if (!order) {
      res.sendStatus(404)
      return
    }
    if (order.status !== 'open') {
      res.status(409).json({ message: 'This order can no longer be cancelled' })
      return
    }
    await order.update({ status: 'cancelled' })
    returnToStock(order.id)
    res.sendStatus(204)
  }),
)
