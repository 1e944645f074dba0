import { createHmac, timingSafeEqual } from 'node:crypto'
import type { RequestHandler } from 'express'
import { config } from '../config'
import { logger } from '../logger'
import { Order } from '../models'
import { queueConfirmation } from '../queue'

export const paymentWebhook: RequestHandler = async (req, res, next) => {
  const expected = createHmac('sha256', config.payment.webhookSecret).update(req.body).digest()
  const given = Buffer.from(req.get('x-signature') ?? '', 'hex')
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
    res.sendStatus(400)
    return
  }
  try {
    const event = JSON.parse(req.body.toString()) as { type: string; reference: string }
    const id = Number(event.reference.replace('order-', ''))
    if (event.type === 'payment.settled') {
      await Order.update({ status: 'paid' }, { where: { id, status: 'open' } })
      await queueConfirmation(id)
    }
    logger.info({ type: event.type, order: id }, 'payment event')
    res.sendStatus(204)
  } catch (error) {
    next(error)
  }
}
