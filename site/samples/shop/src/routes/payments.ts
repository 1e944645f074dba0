import { Router } from 'express'
import { logger } from '../logger'
import { asyncHandler } from '../middleware/async'
import { Order, PaymentCard } from '../models'
import { queueConfirmation } from '../queue'
import { charge } from '../services/payment-gateway'

export const payments = Router()

payments.post(
  '/',
  asyncHandler(async (req, res) => {
    const order = await Order.findOne({ where: { id: Number(req.body.orderId), userId: req.user!.id } })
    const card = await PaymentCard.findOne({ where: { id: Number(req.body.cardId), userId: req.user!.id } })
    if (!order || !card) {
      res.status(404).json({ message: 'Unknown order or card' })
      return
    }
    logger.info(`charging card ${card.cardNumber} with ${order.total} for order ${order.id}`)
    const payment = await charge(card, order.total, `order-${order.id}`)
    if (payment.accepted) {
      await order.update({ status: 'paid' })
      await queueConfirmation(order.id)
    }
    res.json({ accepted: payment.accepted })
  }),
)
