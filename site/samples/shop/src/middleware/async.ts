import type { RequestHandler } from 'express'

/** Hands a rejected promise to Express. */
export const asyncHandler =
  (handler: RequestHandler): RequestHandler =>
  (req, res, next) =>
    Promise.resolve(handler(req, res, next)).catch(next)
