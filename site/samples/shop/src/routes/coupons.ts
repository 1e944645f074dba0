import { Router } from 'express'
import { asyncHandler } from '../middleware/async'
import { couponLimiter } from '../middleware/rate-limits'
import { Coupon } from '../models'

export const coupons = Router()

coupons.get(
  '/:code',
  couponLimiter,
  asyncHandler(async (req, res) => {
    const coupon = await Coupon.findByPk(req.params.code)
    if (!coupon || coupon.usesLeft < 1) {
      res.status(404).json({ message: 'This coupon is not valid' })
      return
    }
    res.json({ percent: coupon.percent })
  }),
)
