import { type Express, Router } from 'express'
import { sequelize } from '../database'
import { asyncHandler } from '../middleware/async'
import { authenticate } from '../middleware/authenticate'
import { requireRole } from '../middleware/require-role'
import { account } from './account'
import { admin } from './admin'
import { auth } from './auth'
import { coupons } from './coupons'
import { invoices } from './invoices'
import { orders } from './orders'
import { pages } from './pages'
import { payments } from './payments'
import { products } from './products'
import { reports } from './reports'

export function registerRoutes(app: Express): void {
  const api = Router()

  api.use('/auth', auth)
  api.use('/products', products)
  api.use('/account', authenticate, account)
  api.use('/orders', authenticate, orders)
  api.use('/payments', authenticate, payments)
  api.use('/invoices', authenticate, invoices)
  api.use('/coupons', authenticate, coupons)
  api.use('/reports', authenticate, reports)
  api.use('/admin', authenticate, requireRole('admin'), admin)

  app.use('/api', api)
  app.use(pages)

  app.get(
    '/health',
    asyncHandler(async (_req, res) => {
      await sequelize.query('SELECT 1')
      res.json({ up: true })
    }),
  )
}
