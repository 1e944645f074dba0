import type { RequestHandler } from 'express'
import type { ZodTypeAny } from 'zod'

export function validateBody(schema: ZodTypeAny): RequestHandler {
  return (req, res, next) => {
    const result = schema.safeParse(req.body)
    if (!result.success) {
      res.status(400).json({ message: 'Please check your input', issues: result.error.issues })
      return
    }
    req.body = result.data
    next()
  }
}
