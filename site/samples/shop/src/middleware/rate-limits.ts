import rateLimit from 'express-rate-limit'

export const resetLimiter = rateLimit({
  windowMs: 15 * 60 * 1000,
  limit: 5,
  standardHeaders: 'draft-7',
  legacyHeaders: false,
})

export const couponLimiter = rateLimit({ windowMs: 60 * 1000, limit: 10 })
