import type { RequestHandler } from 'express'
import type { Role } from '../models/user'
import { readToken } from '../services/tokens'

declare global {
  namespace Express {
    interface Request {
      user?: { id: number; role: Role; name: string }
    }
  }
}

export const authenticate: RequestHandler = (req, res, next) => {
  const header = req.get('authorization')
  const token = header?.startsWith('Bearer ') ? header.slice(7) : req.cookies.session
  try {
    req.user = readToken(token)
    next()
  } catch {
    res.status(401).json({ message: 'Please sign in' })
  }
}
