import { Router } from 'express'
import { z } from 'zod'
import { asyncHandler } from '../middleware/async'
import { validateBody } from '../middleware/validate'
import { Coupon, Order, Product, User } from '../models'
import { newCouponCode } from '../services/coupons'
import { importImage } from '../services/images'

export const admin = Router()

const productFields = z.object({
  name: z.string().min(1).max(120),
  description: z.string().max(4000),
  category: z.string().max(40),
  price: z.number().int().positive(),
  stock: z.number().int().min(0),
})

admin.get(
  '/users',
  asyncHandler(async (_req, res) => {
    res.json(await User.findAll({ attributes: ['id', 'email', 'name', 'role'] }))
  }),
)

admin.post(
  '/products',
  validateBody(productFields),
  asyncHandler(async (req, res) => {
    res.status(201).json(await Product.create(req.body))
  }),
)

admin.put(
  '/products/:id',
  validateBody(productFields),
  asyncHandler(async (req, res) => {
    const [changed] = await Product.update(req.body, { where: { id: Number(req.params.id) } })
    res.sendStatus(changed ? 204 : 404)
  }),
)

admin.post(
  '/products/:id/image',
  asyncHandler(async (req, res) => {
    const image = await importImage(req.body.url, Number(req.params.id))
    await Product.update({ image }, { where: { id: Number(req.params.id) } })
    res.json({ image })
  }),
)

admin.post(
  '/coupons',
  validateBody(z.object({ percent: z.number().int().min(1).max(80), usesLeft: z.number().int().min(1) })),
  asyncHandler(async (req, res) => {
    res.status(201).json(await Coupon.create({ ...req.body, code: newCouponCode() }))
  }),
)

admin.post(
  '/orders/:id/ship',
  asyncHandler(async (req, res) => {
    const [changed] = await Order.update({ status: 'shipped' }, { where: { id: Number(req.params.id), status: 'paid' } })
    res.sendStatus(changed ? 204 : 409)
  }),
)
