import { Router } from 'express'
import { QueryTypes } from 'sequelize'
import { z } from 'zod'
import { sequelize } from '../database'
import { asyncHandler } from '../middleware/async'
import { User } from '../models'

export const reports = Router()

const range = z.object({ from: z.coerce.date(), to: z.coerce.date() })

reports.get(
  '/sales',
  asyncHandler(async (req, res) => {
    const { from, to } = range.parse(req.query)
    const rows = await sequelize.query(
      `SELECT date_trunc('day', "createdAt") AS day, count(*) AS orders, sum(total) AS total
       FROM orders WHERE status <> 'cancelled' AND "createdAt" BETWEEN :from AND :to
       GROUP BY 1 ORDER BY 1`,
      { replacements: { from, to }, type: QueryTypes.SELECT },
    )
    res.json(rows)
  }),
)

reports.get(
  '/customers.csv',
  asyncHandler(async (_req, res) => {
    const users = await User.findAll({ where: { role: 'customer' } })
    const lines = users.map((user) => [user.id, user.email, user.name, user.phone, user.dateOfBirth].join(';'))
    res.type('text/csv').send(['id;email;name;phone;born', ...lines].join('\n'))
  }),
)
