import type { RequestHandler } from 'express'
import type { Role } from '../models/user'

export function requireRole(...roles: Role[]): RequestHandler {
  return (req, res, next) => {
    if (!req.user || !roles.includes(req.user.role)) {
      res.status(403).json({ message: 'Not allowed' })
      return
    }
    next()
  }
}
