import type { ErrorRequestHandler, RequestHandler } from 'express'
import { logger } from '../logger'

export const notFound: RequestHandler = (req, res) => {
  res.status(404).json({ message: `There is nothing at ${req.path}` })
}

export const handleErrors: ErrorRequestHandler = (error, req, res, _next) => {
  logger.error({ error, path: req.path }, 'request failed')
  res.status(error.status ?? 500).json({ message: error.message, stack: error.stack })
}
