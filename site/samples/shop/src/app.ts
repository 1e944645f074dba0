import path from 'node:path'
import cookieParser from 'cookie-parser'
import cors from 'cors'
import express, { type Express } from 'express'
import helmet from 'helmet'
import { config } from './config'
import { handleErrors, notFound } from './middleware/errors'
import { registerRoutes } from './routes'
import { paymentWebhook } from './routes/webhooks'

export function createApp(): Express {
  const app = express()

  app.use(helmet())
  app.use(cors({ origin: true, credentials: true }))
  app.post('/webhooks/payments', express.raw({ type: 'application/json' }), paymentWebhook)
  app.use(express.json({ limit: '200kb' }))
  app.use(express.urlencoded({ extended: false }))
  app.use(cookieParser())
  app.use('/uploads', express.static(path.resolve(config.uploadDir)))

  registerRoutes(app)

  app.use(notFound)
  app.use(handleErrors)
  return app
}
